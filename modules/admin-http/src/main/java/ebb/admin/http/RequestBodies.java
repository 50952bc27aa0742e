package ebb.admin.http;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.MediaTypes;
import akka.util.ByteString;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Reads request bodies, which must be application/json. A web page of another site cannot send that
 * without a preflight request, which is never granted.
 */
public final class RequestBodies {
  private static final Duration LONGEST_UPLOAD = Duration.ofSeconds(5);

  private final ActorSystem<?> system;

  /**
   * A body that is too large is still read to its end, up to this multiple of the limit. So its
   * sender receives the answer instead of a connection reset.
   */
  private static final int MOST_TAKEN = 8;

  private final long maxSize;

  /**
   * @param maxSize in bytes
   */
  public RequestBodies(ActorSystem<?> system, long maxSize) {
    this.system = system;
    this.maxSize = maxSize;
  }

  /**
   * As {@link #read}, for a request whose body is optional: without one, the body is an empty
   * object. Web pages, whose requests have an Origin header, must send a body: browsers would send
   * a request without one with no preflight request.
   */
  public CompletionStage<byte[]> readIfThere(HttpRequest request) {
    if (request.entity().isKnownEmpty() && request.getHeader("Origin").isEmpty()) {
      QueryParams.refuseUnknown(request.getUri().query().toMultiMap(), Set.of());
      return CompletableFuture.completedFuture("{}".getBytes(StandardCharsets.UTF_8));
    }
    return read(request);
  }

  /** Reads the body of a request, which must have no query. */
  public CompletionStage<byte[]> read(HttpRequest request) {
    if (!request.entity().getContentType().mediaType().equals(MediaTypes.APPLICATION_JSON)) {
      request.discardEntityBytes(system);
      throw new ProblemException(
          ProblemCode.UNSUPPORTED_MEDIA_TYPE, "Send the header Content-Type: application/json");
    }
    QueryParams.refuseUnknown(request.getUri().query().toMultiMap(), Set.of());
    long mostTaken = MOST_TAKEN * maxSize;
    if (request.entity().getContentLengthOption().orElse(0) > mostTaken) {
      throw tooLarge();
    }
    return request
        .entity()
        .withoutSizeLimit()
        .getDataBytes()
        .completionTimeout(LONGEST_UPLOAD)
        .limitWeighted(mostTaken, bytes -> (long) bytes.size())
        .runFold(
            ByteString.emptyByteString(),
            (read, bytes) -> read.size() > maxSize ? read : read.concat(bytes),
            system)
        .thenApplyAsync(
            read -> {
              if (read.size() > maxSize) {
                throw tooLarge();
              }
              return read.toArray();
            },
            system.executionContext());
  }

  private static ProblemException tooLarge() {
    return new ProblemException(ProblemCode.CONTENT_TOO_LARGE, "The body exceeds the limit");
  }
}
