package ebb.admin.http;

import akka.Done;
import akka.NotUsed;
import akka.actor.Cancellable;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.http.javadsl.Http;
import akka.http.javadsl.model.AttributeKeys;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.RemoteAddress;
import akka.http.javadsl.settings.ServerSettings;
import akka.japi.function.Function;
import akka.stream.Attributes;
import akka.stream.KillSwitches;
import akka.stream.SharedKillSwitch;
import akka.stream.TLSProtocol.SessionBytes;
import akka.stream.TLSProtocol.SslTlsInbound;
import akka.stream.TLSProtocol.SslTlsOutbound;
import akka.stream.javadsl.BidiFlow;
import akka.stream.javadsl.Flow;
import akka.stream.javadsl.Keep;
import akka.stream.javadsl.Sink;
import akka.stream.javadsl.Source;
import akka.stream.javadsl.TLSPlacebo;
import akka.stream.javadsl.Tcp;
import akka.util.ByteString;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts connections and runs Akka HTTP on each of them as its own {@code bind} would, but within
 * the limits and deadlines of {@link Connections}. Akka HTTP itself accepts no connection above its
 * limit, and its idle timeout restarts with every byte.
 */
public final class HttpListener {
  private static final Logger LOG = LoggerFactory.getLogger(HttpListener.class);
  private static final int BACKLOG = 100;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  /** Time that a shutdown gives to requests that are being answered. */
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(3);

  /** Time that a shutdown gives to an answer that is being sent. */
  private static final Duration LAST_BYTES = Duration.ofMillis(200);

  private static final String HEALTH = "/health/";

  /**
   * Akka HTTP parses all requests in one piece of bytes recursively. Some thousands of the smallest
   * requests, which a client sends without waiting for answers, overflow the stack, and that ends
   * the process.
   */
  private static final int MOST_BYTES_PARSED_AT_ONCE = 2048;

  private final ActorSystem<?> system;
  private final Connections connections;
  private final Supplier<CompletionStage<Transport>> transport;
  private final BidiFlow<HttpResponse, SslTlsOutbound, SslTlsInbound, HttpRequest, NotUsed> http;
  private final Function<HttpRequest, CompletionStage<HttpResponse>> handler;
  private final Attributes attributes;
  private volatile boolean closing;

  /** The layer between HTTP and the bytes of a connection: TLS, or nothing. */
  public record Transport(
      BidiFlow<SslTlsOutbound, ByteString, ByteString, SslTlsInbound, NotUsed> flow) {
    @SuppressWarnings("unchecked") // its inbound elements are SslTlsInbound
    public static final Transport PLAIN =
        new Transport(
            (BidiFlow<SslTlsOutbound, ByteString, ByteString, SslTlsInbound, NotUsed>)
                (BidiFlow<?, ?, ?, ?, NotUsed>) TLSPlacebo.getInstance());
  }

  /** The failure with which a connection is aborted. It is not reported anywhere. */
  private static final class Aborted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private Aborted() {
      super("no place or no time left", null, false, false);
    }
  }

  /**
   * @param transport provides the transport of the next connection; must not block
   */
  public HttpListener(
      ActorSystem<?> system,
      ServerSettings settings,
      Connections connections,
      Supplier<CompletionStage<Transport>> transport,
      Function<HttpRequest, CompletionStage<HttpResponse>> handler) {
    this.system = system;
    this.connections = connections;
    this.transport = transport;
    this.handler = handler;
    http = Http.get(system).serverLayer(settings);
    attributes =
        Attributes.apply(
            new Attributes.CancellationStrategy(
                Attributes.cancellationStrategyAfterDelay(
                    settings.getStreamCancellationDelay(),
                    Attributes.cancellationStrategyFailStage())));
  }

  /**
   * Opens the port; CoordinatedShutdown closes it again.
   *
   * @return the address it listens on
   */
  public CompletionStage<InetSocketAddress> bind(InetSocketAddress address) {
    return Tcp.get(system)
        .bind(
            address.getAddress().getHostAddress(),
            address.getPort(),
            BACKLOG,
            List.of(),
            false,
            Optional.empty())
        .to(Sink.foreach(this::accept))
        .run(system)
        .thenApplyAsync(this::opened, system.executionContext());
  }

  private InetSocketAddress opened(Tcp.ServerBinding binding) {
    Cancellable polls =
        system
            .scheduler()
            .scheduleAtFixedRate(
                BETWEEN_LOOKS, BETWEEN_LOOKS, connections::abortOverdue, system.executionContext());
    CoordinatedShutdown shutdown = CoordinatedShutdown.get(system);
    shutdown.addTask(
        CoordinatedShutdown.PhaseServiceUnbind(),
        "close the port of the admin API",
        () -> {
          closing = true;
          return binding
              .unbind()
              .thenApplyAsync(unit -> Done.getInstance(), system.executionContext());
        });
    shutdown.addTask(
        CoordinatedShutdown.PhaseServiceRequestsDone(),
        "give the admin API's last answers",
        () -> lastAnswers(polls));
    return binding.localAddress();
  }

  private CompletionStage<Done> lastAnswers(Cancellable polls) {
    return Source.tick(Duration.ZERO, LAST_BYTES.dividedBy(4), NotUsed.getInstance())
        .takeWithin(LAST_ANSWERS)
        .takeWhile(tick -> !connections.abortWaiting(LAST_BYTES))
        .runWith(Sink.ignore(), system)
        .whenCompleteAsync(
            (done, failure) -> {
              connections.abortAll();
              polls.cancel();
            },
            system.executionContext());
  }

  /** Counts bytes between TLS and Akka HTTP, which takes no more than it has room for. */
  private static BidiFlow<SslTlsOutbound, SslTlsOutbound, SslTlsInbound, SslTlsInbound, NotUsed>
      counted(Connections.Connection place) {
    return BidiFlow.fromFlows(
        Flow.of(SslTlsOutbound.class),
        Flow.of(SslTlsInbound.class)
            .mapConcat(HttpListener::pieces)
            .map(piece -> received(place, piece)));
  }

  private static SslTlsInbound received(Connections.Connection place, SslTlsInbound piece) {
    if (piece instanceof SessionBytes some) {
      place.received(some.bytes().size());
    }
    return piece;
  }

  private static List<SslTlsInbound> pieces(SslTlsInbound inbound) {
    if (!(inbound instanceof SessionBytes all) || all.bytes().size() <= MOST_BYTES_PARSED_AT_ONCE) {
      return List.of(inbound);
    }
    List<SslTlsInbound> pieces = new ArrayList<>();
    for (int from = 0; from < all.bytes().size(); from += MOST_BYTES_PARSED_AT_ONCE) {
      ByteString piece = all.bytes().slice(from, from + MOST_BYTES_PARSED_AT_ONCE);
      pieces.add(new SessionBytes(all.session(), piece));
    }
    return pieces;
  }

  /** Accepts a connection. Whatever goes wrong with it, the port stays open. */
  private void accept(Tcp.IncomingConnection incoming) {
    try {
      place(incoming);
    } catch (RuntimeException e) {
      LOG.error("A connection from {} failed", incoming.remoteAddress(), e);
      refuse(incoming);
    }
  }

  private void place(Tcp.IncomingConnection incoming) {
    SharedKillSwitch abort = KillSwitches.shared("admin-http");
    Optional<Connections.Connection> place =
        connections.open(incoming.remoteAddress().getAddress(), () -> abort.abort(new Aborted()));
    if (place.isEmpty()) {
      refuse(incoming);
      return;
    }
    transport
        .get()
        .whenCompleteAsync(
            (between, failure) -> {
              if (failure == null) {
                serve(incoming, place.get(), between, abort);
              } else {
                place.get().ended();
                refuse(incoming);
              }
            },
            system.executionContext());
  }

  /** Closes a connection by an empty flow. Without a flow it would stay open until a timeout. */
  private void refuse(Tcp.IncomingConnection incoming) {
    incoming.handleWith(
        Flow.fromSinkAndSource(Sink.cancelled(), Source.<ByteString>empty()), system);
  }

  private void serve(
      Tcp.IncomingConnection incoming,
      Connections.Connection place,
      Transport between,
      SharedKillSwitch abort) {
    RemoteAddress from = RemoteAddress.create(incoming.remoteAddress());
    Flow<ByteString, ByteString, CompletionStage<Done>> bytes =
        Flow.of(ByteString.class)
            .via(abort.<ByteString>flow())
            .via(incoming.flow())
            .watchTermination(Keep.right())
            .via(abort.<ByteString>flow());
    Flow.of(HttpRequest.class)
        .map(request -> request.addAttribute(AttributeKeys.remoteAddress, from))
        .mapAsync(1, request -> answer(place, request))
        .join(http.atop(counted(place)).atop(between.flow()))
        .joinMat(bytes, Keep.right())
        .addAttributes(attributes)
        .run(system)
        .whenCompleteAsync((done, failure) -> place.ended(), system.executionContext());
  }

  private CompletionStage<HttpResponse> answer(Connections.Connection place, HttpRequest request)
      throws Exception {
    place.answering();
    boolean refused = place.isSpare() && !request.getUri().path().startsWith(HEALTH);
    CompletionStage<HttpResponse> response =
        refused ? CompletableFuture.completedFuture(tooMany(request)) : handler.apply(request);
    return response.thenApplyAsync(
        answer -> {
          if (answer.entity().isStrict()) {
            place.answered();
          } else {
            place.streams(Streams.LONGEST);
          }
          return place.isSpare() || closing
              ? answer.addHeader(akka.http.javadsl.model.headers.Connection.create("close"))
              : answer;
        },
        system.executionContext());
  }

  private HttpResponse tooMany(HttpRequest request) {
    request.discardEntityBytes(system);
    return JsonResponses.response(
        Problem.of(
            ProblemCode.TOO_MANY_CONNECTIONS,
            "All connections are being answered; try again in a moment",
            null));
  }
}
