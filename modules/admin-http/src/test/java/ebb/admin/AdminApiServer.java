package ebb.admin;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import ebb.admin.access.AdminSettings;
import ebb.admin.access.HadoopSecurity;
import ebb.admin.access.TlsSettings;
import ebb.admin.instances.Readiness;
import ebb.admin.routes.InstanceMetrics;
import ebb.admin.routes.NodeHistory;
import ebb.admin.webhooks.WebhookJson;
import ebb.domain.NodeId;
import ebb.journal.database.EventChains.BrokenEntry;
import ebb.journal.database.EventHash;
import ebb.journal.event.JournaledEvent;
import ebb.journal.feed.EventPosition;
import ebb.journal.feed.FeedEvent;
import ebb.journal.feed.Follower;
import ebb.journal.feed.JournalSummary;
import ebb.journal.maintenance.JournalAnchor;
import ebb.journal.maintenance.JournalVerification;
import ebb.journal.replay.BeforeJournalException;
import ebb.journal.replay.PastFleet;
import ebb.metrics.MetricsText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The real server on a free loopback port, in front of a fake leader. */
public final class AdminApiServer implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  public final FakeLeader leader = new FakeLeader();
  public final FakeInstances instances = new FakeInstances();
  final NodeHistory history = new FakeHistory();
  public volatile List<WebhookJson> webhooks = List.of();
  public volatile Readiness readiness = new Readiness(true, "leads");
  public volatile CompletionStage<List<JournaledEvent.OfNode>> past =
      CompletableFuture.completedFuture(List.of());

  /** Of which the past of the fleet is told, if it begins before that. */
  volatile List<JournaledEvent> journal = List.of();

  /** It leads, and has nothing to tell of itself. */
  private final InstanceMetrics metrics =
      new InstanceMetrics() {
        @Override
        public boolean leads() {
          return readiness.reason().equals("leads");
        }

        @Override
        public void write(MetricsText text) {
          text.gauge("ebb_leader", "Whether this instance leads.", leads() ? 1 : 0);
        }
      };

  /** What followers get, who are at the end then. */
  public volatile List<FeedEvent> feed = List.of();

  /** What is kept of the whole journal. */
  public volatile JournalSummary summary = JournalSummary.EMPTY;

  /** Whether the journal does not answer. */
  public volatile boolean noSummary;

  /** Why nobody may follow. */
  public volatile Optional<RuntimeException> noPosition = Optional.empty();

  /** What a verification of the journal finds. */
  public volatile Optional<BrokenEntry> broken = Optional.empty();

  /** Whether followers wait for more when they have everything. */
  public volatile boolean feedGoesOn;

  /** Of the nodes that have a past of their own. */
  public final Map<NodeId, List<JournaledEvent.OfNode>> pasts = new ConcurrentHashMap<>();

  private final ActorTestKit testKit = ActorTestKit.create();
  private final HttpClient client;
  private final String scheme;
  private final InetSocketAddress binding;

  public AdminApiServer() throws Exception {
    this(1024);
  }

  public AdminApiServer(int maxConnections) throws Exception {
    this(
        InetAddress.getLoopbackAddress(),
        maxConnections,
        Optional.empty(),
        Optional.empty(),
        HadoopSecurity.OFF,
        HttpClient.newHttpClient());
  }

  public AdminApiServer(Optional<Path> usersFile, Optional<TlsSettings> tls, HttpClient client)
      throws Exception {
    this(InetAddress.getLoopbackAddress(), usersFile, tls, client);
  }

  public AdminApiServer(
      InetAddress host, Optional<Path> usersFile, Optional<TlsSettings> tls, HttpClient client)
      throws Exception {
    this(host, 1024, usersFile, tls, HadoopSecurity.OFF, client);
  }

  /** On the loopback, of a cluster with security. */
  public AdminApiServer(Optional<Path> usersFile, HadoopSecurity security) throws Exception {
    this(
        InetAddress.getLoopbackAddress(),
        1024,
        usersFile,
        Optional.empty(),
        security,
        HttpClient.newHttpClient());
  }

  private AdminApiServer(
      InetAddress host,
      int maxConnections,
      Optional<Path> usersFile,
      Optional<TlsSettings> tls,
      HadoopSecurity security,
      HttpClient client)
      throws Exception {
    this.client = client;
    scheme = tls.isPresent() ? "https" : "http";
    AdminSettings settings =
        new AdminSettings(
            host,
            0,
            Duration.ofMillis(500),
            Duration.ofMillis(500),
            16 * 1024,
            maxConnections,
            usersFile,
            tls);
    binding =
        AdminServer.start(
                testKit.system(),
                settings,
                security,
                testKit.spawn(leader.behavior()),
                history,
                instances,
                () -> webhooks,
                () -> readiness,
                metrics,
                java.time.Clock.systemUTC())
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS);
  }

  private final class FakeHistory implements NodeHistory {
    @Override
    public CompletionStage<List<JournaledEvent.OfNode>> of(NodeId nodeId) {
      List<JournaledEvent.OfNode> own = pasts.get(nodeId);
      return own == null ? past : CompletableFuture.completedFuture(own);
    }

    @Override
    public CompletionStage<JournalSummary> summary() {
      return noSummary ? new CompletableFuture<>() : CompletableFuture.completedStage(summary);
    }

    @Override
    public CompletionStage<Follower> follow(Optional<EventPosition> after) {
      return noPosition
          .<CompletionStage<Follower>>map(CompletableFuture::failedStage)
          .orElseGet(
              () ->
                  CompletableFuture.completedStage(
                      new FakeFollower(after.orElse(EventPosition.START))));
    }

    @Override
    public CompletionStage<JournalVerification> verify(Optional<JournalAnchor> expected) {
      return CompletableFuture.completedStage(
          new JournalVerification(
              "b2c0", 5, 1, 0, new JournalAnchor(5, EventHash.NONE), broken, Optional.empty()));
    }

    @Override
    public CompletionStage<List<PastFleet>> fleetsAt(List<Instant> instants) {
      Optional<Instant> begin = journal.stream().findFirst().map(event -> event.by().at());
      Optional<Instant> early =
          instants.stream().filter(at -> begin.filter(at::isBefore).isPresent()).findFirst();
      return early
          .<CompletionStage<List<PastFleet>>>map(
              at -> CompletableFuture.failedStage(new BeforeJournalException(at, begin)))
          .orElseGet(
              () ->
                  CompletableFuture.completedStage(
                      instants.stream().map(at -> PastFleet.at(at, journal.stream())).toList()));
    }
  }

  private final class FakeFollower implements Follower {
    private final EventPosition begin;
    private boolean told;

    FakeFollower(EventPosition begin) {
      this.begin = begin;
    }

    @Override
    public EventPosition begin() {
      return begin;
    }

    @Override
    public CompletionStage<Optional<List<FeedEvent>>> next() {
      if (told) {
        return feedGoesOn
            ? new CompletableFuture<>()
            : CompletableFuture.completedStage(Optional.empty());
      }
      told = true;
      return CompletableFuture.completedStage(
          Optional.of(feed.stream().filter(e -> e.position().place() > begin.place()).toList()));
    }

    @Override
    public void close() {}
  }

  ActorTestKit testKit() {
    return testKit;
  }

  public int port() {
    return binding.getPort();
  }

  public void reset() {
    leader.reset();
    instances.orders.clear();
    webhooks = List.of();
    pasts.clear();
    journal = List.of();
    summary = JournalSummary.EMPTY;
    noSummary = false;
    feed = List.of();
    noPosition = Optional.empty();
    broken = Optional.empty();
    feedGoesOn = false;
    readiness = new Readiness(true, "leads");
    past = CompletableFuture.completedFuture(List.of());
  }

  public Answer get(String path) throws Exception {
    return send(request(path).GET());
  }

  public Answer post(String path, String json) throws Exception {
    return post(path, "application/json", BodyPublishers.ofString(json));
  }

  public Answer post(String path, String contentType, BodyPublisher body) throws Exception {
    return send(request(path).header("Content-Type", contentType).POST(body));
  }

  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(scheme + "://127.0.0.1:" + port() + path));
  }

  public Answer send(HttpRequest.Builder request) throws Exception {
    return send(client, request);
  }

  /** As another caller than usual. */
  public static Answer send(HttpClient client, HttpRequest.Builder request) throws Exception {
    HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
    return new Answer(
        response.statusCode(),
        response.headers().firstValue("Content-Type").orElse(""),
        response,
        MAPPER.readTree(response.body()));
  }

  /** What the server sends back for these very bytes, until it closes the connection. */
  public String sendRaw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    testKit.shutdownTestKit();
  }

  public record Answer(
      int status, String contentType, HttpResponse<String> response, JsonNode json) {
    public String text(String field) {
      return json.path(field).asText();
    }
  }
}
