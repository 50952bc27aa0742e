package ebb.admin.routes;

import akka.Done;
import akka.NotUsed;
import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.MediaTypes;
import akka.http.javadsl.model.headers.CacheControl;
import akka.http.javadsl.model.headers.CacheDirectives;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.stream.javadsl.Source;
import akka.util.ByteString;
import ebb.admin.http.ProblemCode;
import ebb.admin.http.ProblemException;
import ebb.admin.http.Streams;
import ebb.journal.database.JournalException;
import ebb.journal.event.ReplayException;
import ebb.journal.feed.EventPosition;
import ebb.journal.feed.FeedEvent;
import ebb.journal.feed.Follower;
import ebb.journal.feed.PositionException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * {@code /events}: events as they are written to the journal, as Server-Sent Events. Akka HTTP's
 * own encoding supports neither comments nor an id without data, so the few lines are written here.
 */
public final class EventsRoute extends AllDirectives {
  /** The longest time until a lost connection is detected. */
  private static final Duration HEARTBEAT_EVERY = Duration.ofSeconds(10);

  /** A client that reads nothing for this long is disconnected. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** A comment, which clients ignore. */
  private static final ByteString HEARTBEAT = ByteString.fromString(":\n\n");

  private static final ByteString DATA = ByteString.fromString("\ndata: ");
  private static final ByteString END = ByteString.fromString("\n\n");

  private final ActorSystem<?> system;
  private final NodeHistory history;

  public EventsRoute(ActorSystem<?> system, NodeHistory history) {
    this.system = system;
    this.history = history;
  }

  public Route route() {
    return path("events", () -> get(() -> extractRequest(r -> completeWithFuture(follow(r)))));
  }

  /** Answers with a stream. A wrong position is detected before the answer begins. */
  private CompletionStage<HttpResponse> follow(HttpRequest request) {
    EventsQuery query =
        EventsQuery.of(
            request.getUri().query().toMultiMap(),
            request.getHeader(EventsQuery.LAST_EVENT_ID).map(HttpHeader::value));
    return history
        .follow(query.after())
        .handleAsync(
            (follower, failure) -> {
              if (failure != null) {
                throw refusal(failure);
              }
              // An answer that is never read must not leave an open follower.
              follower.close();
              return response(query.from(follower.begin()));
            },
            system.executionContext());
  }

  private static RuntimeException refusal(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof PositionException position) {
      return new ProblemException(
          position.isForgotten() ? ProblemCode.POSITION_GONE : ProblemCode.POSITION_UNKNOWN,
          position.getMessage() + "; begin anew, with after=0 for all that the journal has");
    }
    return cause instanceof JournalException journal && !(cause instanceof ReplayException)
        ? new ProblemException(
            ProblemCode.NOT_READY, "Cannot read the journal: " + journal.finding())
        : new CompletionException(cause);
  }

  private HttpResponse response(EventsQuery query) {
    return HttpResponse.create()
        .addHeader(CacheControl.create(CacheDirectives.NO_STORE))
        .withEntity(
            HttpEntities.create(MediaTypes.TEXT_EVENT_STREAM.toContentType(), events(query)));
  }

  private Source<ByteString, NotUsed> events(EventsQuery query) {
    return Source.unfoldResourceAsync(
            () -> history.follow(query.after()),
            Follower::next,
            follower -> {
              follower.close();
              return CompletableFuture.completedStage(Done.getInstance());
            })
        .mapConcat(page -> frames(page, query))
        .prepend(Source.from(query.after().map(EventsRoute::begin).stream().toList()))
        .keepAlive(HEARTBEAT_EVERY, () -> HEARTBEAT)
        .backpressureTimeout(PATIENCE)
        .takeWithin(Streams.LONGEST);
  }

  /** An id without data: a client that reconnects before the first event continues from here. */
  private static ByteString begin(EventPosition position) {
    return ByteString.fromString("id: " + position + "\nretry: 1000\n\n");
  }

  /**
   * The wanted events of a page. A page without any yields only its last position, so that a
   * reconnect does not read it again.
   */
  private static List<ByteString> frames(List<FeedEvent> page, EventsQuery query) {
    List<ByteString> wanted = page.stream().filter(query::wants).map(EventsRoute::frame).toList();
    return wanted.isEmpty() && !page.isEmpty()
        ? List.of(ByteString.fromString("id: " + page.get(page.size() - 1).position() + "\n\n"))
        : wanted;
  }

  private static ByteString frame(FeedEvent event) {
    return ByteString.fromString("id: " + event.position())
        .concat(DATA)
        .concat(event.json())
        .concat(END);
  }
}
