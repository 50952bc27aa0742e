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
 * Reads bodies. They have to be application/json, which a web page of another site cannot send
 * without asking first, and it is never allowed to.
 */
public final class RequestBodies {
  private static final Duration LONGEST_UPLOAD = Duration.ofSeconds(5);

  private final ActorSystem<?> system;

  /**
   * Of a body that is too large, so many times the limit is read to its end: who has sent it hears
   * the answer then, and not that the connection is reset.
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
   * As {@link #read}, of a request that may do without a body, which is an empty object then. Web
   * browsers, which say for which page they ask, may not: they would send it without asking first.
   */
  public CompletionStage<byte[]> readIfThere(HttpRequest request) {
    if (request.entity().isKnownEmpty() && request.getHeader("Origin").isEmpty()) {
      QueryParams.refuseUnknown(request.getUri().query().toMultiMap(), Set.of());
      return CompletableFuture.completedFuture("{}".getBytes(StandardCharsets.UTF_8));
    }
    return read(request);
  }

  /** Of a request without query. */
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
