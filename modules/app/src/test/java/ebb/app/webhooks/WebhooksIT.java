package ebb.app.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.typesafe.config.ConfigFactory;
import ebb.admin.webhooks.WebhookSettings;
import ebb.admin.webhooks.Webhooks;
import ebb.app.instance.JournalHistory;
import ebb.app.webhooks.WebhookReceiver.Received;
import ebb.journal.JournalDatabase;
import ebb.journal.TestDatabase;
import ebb.journal.TestEvents;
import ebb.journal.database.JournalSettings;
import ebb.journal.feed.EventPosition;
import ebb.journal.feed.FeedEvent;
import ebb.journal.feed.Follower;
import ebb.journal.guard.FencedStore;
import ebb.journal.guard.FencedStore.Change;
import ebb.journal.guard.FencedStore.Row;
import ebb.journal.guard.FencedStore.RowKey;
import ebb.metrics.MetricsText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Webhooks on a real journal, with real receivers, under one leader after the other. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
final class WebhooksIT {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Path PAGE = Path.of("..", "..", "docs", "http-api.md");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestDatabase kind;

  @TempDir Path folder;
  private JournalSettings settings;
  private JournalDatabase journal;
  private TestEvents events;
  private ActorSystem<Void> system;
  private JournalHistory history;
  private WebhookReceiver receiver;
  private Path secret;

  /** Entries of the configuration. */
  private final List<String> entries = new ArrayList<>();

  /** The term in which this instance leads; 0 if it does not. */
  private final AtomicLong led = new AtomicLong();

  WebhooksIT(TestDatabase kind) {
    this.kind = kind;
  }

  @BeforeEach
  void start() throws IOException {
    settings = kind.emptyJournal(folder);
    journal = TestDatabase.open(settings);
    events = new TestEvents(journal);
    system =
        ActorSystem.create(
            Behaviors.empty(),
            "webhooks",
            journal
                .akkaConfig()
                .withFallback(ConfigFactory.parseString("akka.coordinated-shutdown.exit-jvm = off"))
                .withFallback(ConfigFactory.load()));
    history = new JournalHistory(journal, system, PATIENCE);
    receiver = new WebhookReceiver();
    secret = Files.writeString(folder.resolve("secret"), "correct horse battery staple\n");
  }

  @AfterEach
  void stop() {
    receiver.close();
    ActorTestKit.shutdown(system, PATIENCE);
    events.close();
    journal.close();
  }

  /** Adds a webhook that begins with the first event. */
  private void configure(String name, WebhookReceiver target, String more) {
    entries.add(
        "{name = %s, url = \"%s\", secret-file = \"%s\", filter = \"after=0\" %s}"
            .formatted(name, target.url() + name, secret, more));
  }

  private Webhooks webhooks() {
    return new Webhooks(
        WebhookSettings.from(
            ConfigFactory.parseString("ebb.webhooks = [" + String.join(", ", entries) + "]")),
        history,
        journal::fencedStore,
        journal::leaderRows,
        Clock.systemUTC());
  }

  private Webhooks lead() {
    led.set(journal.leaderTerm().takeNext());
    Webhooks webhooks = webhooks();
    webhooks.start(system, led::get);
    return webhooks;
  }

  private void await(Runnable check) {
    Awaitility.await().atMost(PATIENCE).untilAsserted(check::run);
  }

  private void register(String... nodes) {
    for (String node : nodes) {
      events.register(node + ":1");
    }
  }

  /** What {@code GET /api/v1/webhooks} shows of the first one. */
  private JsonNode shown(Webhooks webhooks) {
    return MAPPER.valueToTree(webhooks.show()).path(0);
  }

  @Test
  void shouldPostEveryEventInOrderWithTheJsonOfTheEventStream() throws Exception {
    configure("cmdb", receiver, "");
    register("n1", "n2");
    Webhooks webhooks = lead();
    await(() -> assertThat(receiver.nodes()).containsExactly("n1:1", "n2:1"));
    register("n3");
    await(() -> assertThat(receiver.nodes()).containsExactly("n1:1", "n2:1", "n3:1"));

    List<FeedEvent> stream = stream(3);
    for (int i = 0; i < 3; i++) {
      assertThat(receiver.received().get(i).body()).isEqualTo(stream.get(i).json().utf8String());
      assertThat(receiver.received().get(i).id()).isEqualTo(stream.get(i).position().toString());
    }
    await(
        () ->
            assertThat(shown(webhooks).path("position").asText())
                .isEqualTo(stream.get(2).position().toString()));
    assertThat(shown(webhooks).path("sentAt").isTextual()).isTrue();
  }

  /** As an instance's followers get it. */
  private List<FeedEvent> stream(int count) throws Exception {
    List<FeedEvent> found = new ArrayList<>();
    try (Follower follower =
        history
            .follow(Optional.of(EventPosition.START))
            .toCompletableFuture()
            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      while (found.size() < count) {
        found.addAll(
            follower
                .next()
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .orElseThrow());
      }
    }
    return found;
  }

  @Test
  void shouldSignSoThatTheShellOfThePageVerifiesIt() throws Exception {
    configure("cmdb", receiver, "");
    register("n1");
    lead();
    await(() -> assertThat(receiver.received()).hasSize(1));
    Received request = receiver.received().get(0);

    assertThat(verify(request, request.body())).isZero();
    assertThat(verify(request, request.body().replace("n1", "n2"))).isNotZero();
    assertThat(Long.parseLong(request.timestamp()) * 1_000)
        .isBetween(System.currentTimeMillis() - 60_000, System.currentTimeMillis());
  }

  private int verify(Received request, String body) throws Exception {
    String script =
        Files.readString(PAGE).replaceFirst("(?s).*\n```sh\n(verify\\(\\) .*?)\n```\n.*", "$1");
    Process shell =
        new ProcessBuilder(
                "bash",
                "-c",
                script + "\nverify \"$@\"",
                "bash",
                secret.toString(),
                request.id(),
                request.timestamp(),
                request.signature())
            .inheritIO()
            .redirectInput(ProcessBuilder.Redirect.PIPE)
            .start();
    try (var in = shell.getOutputStream()) {
      in.write(body.getBytes(StandardCharsets.UTF_8));
    }
    return shell.waitFor();
  }

  @Test
  void shouldRetryAnEventBeforeItSendsTheNextOne() {
    configure("cmdb", receiver, "");
    AtomicLong calls = new AtomicLong();
    receiver.answers(request -> calls.incrementAndGet() <= 2 ? 503 : 200);
    register("n1", "n2");
    Webhooks webhooks = lead();

    await(() -> assertThat(receiver.nodes()).containsExactly("n1:1", "n1:1", "n1:1", "n2:1"));
    await(() -> assertThat(shown(webhooks).path("failing").isNull()).isTrue());
    assertThat(receiver.received().stream().map(Received::id).distinct()).hasSize(2);
  }

  @Test
  void shouldContinueWhereTheFormerLeaderWas() {
    configure("cmdb", receiver, "");
    receiver.answers(request -> request.node().equals("n2:1") ? 500 : 200);
    register("n1", "n2", "n3");
    Webhooks first = lead();
    await(() -> assertThat(shown(first).path("failing").path("attempts").asInt()).isPositive());
    // when another instance takes the lead, and this one does not know it yet
    Webhooks second = webhooks();
    long term = journal.leaderTerm().takeNext();
    int before = receiver.nodes().size();
    receiver.answers(request -> 200);
    second.start(system, () -> term);
    // then that one sends what was not accepted, and nothing twice that was
    await(() -> assertThat(receiver.nodes()).contains("n3:1"));
    await(() -> assertThat(shown(second).path("failing").isNull()).isTrue());
    assertThat(receiver.nodes().subList(before, receiver.nodes().size()))
        .doesNotContain("n1:1")
        .startsWith("n2:1")
        .endsWith("n3:1");
  }

  @Test
  void shouldSendNothingAfterItsTerm() throws Exception {
    configure("cmdb", receiver, "");
    Webhooks former = lead();
    register("n1");
    await(() -> assertThat(receiver.nodes()).containsExactly("n1:1"));
    await(() -> assertThat(shown(former).path("sentAt").isTextual()).isTrue());
    // when it hands over, and both databases have another leader without webhooks
    led.set(0);
    await(() -> assertThat(metrics(former)).doesNotContain("webhook=\"cmdb\"} 0"));
    register("n2");
    Awaitility.await()
        .during(Duration.ofSeconds(2)) // it would have sent it by then
        .untilAsserted(() -> assertThat(receiver.nodes()).containsExactly("n1:1"));
  }

  private static String metrics(Webhooks webhooks) {
    MetricsText text = new MetricsText();
    webhooks.write(text);
    return text.toString();
  }

  @Test
  void shouldDelayNobodyWhenAReceiverHangs() throws Exception {
    try (WebhookReceiver hanging = new WebhookReceiver()) {
      hanging.answers(request -> WebhookReceiver.NONE);
      configure("hangs", hanging, "");
      configure("cmdb", receiver, "");
      register("n1");
      Webhooks webhooks = lead();
      await(() -> assertThat(hanging.received()).hasSize(1));
      // when more happens
      long begin = System.nanoTime();
      register("n2", "n3");
      await(() -> assertThat(receiver.nodes()).containsExactly("n1:1", "n2:1", "n3:1"));
      stream(3);
      // then others have it before the receiver is given up on for the first time
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(8));
      assertThat(metrics(webhooks)).contains("ebb_webhook_lag_seconds{webhook=\"cmdb\"} 0\n");
      assertThat(metrics(webhooks)).doesNotContain("{webhook=\"hangs\"} 0\n");
      await(
          () ->
              assertThat(shown(webhooks).path("failing").path("error").asText())
                  .isEqualTo("no answer within 10 s"));
    }
  }

  @Test
  void shouldGiveUpOnAnEventAndListIt() {
    configure("cmdb", receiver, ", give-up-after = 1s");
    receiver.answers(request -> request.node().equals("n2:1") ? 400 : 200);
    register("n1", "n2", "n3");
    Webhooks webhooks = lead();

    await(
        () -> assertThat(receiver.nodes()).containsExactly("n1:1", "n2:1", "n2:1", "n2:1", "n3:1"));
    await(() -> assertThat(shown(webhooks).path("deadLetters")).hasSize(1));
    JsonNode letter = shown(webhooks).path("deadLetters").path(0);
    assertThat(letter.path("nodeId").asText()).isEqualTo("n2:1");
    assertThat(letter.path("event").asText()).isEqualTo("node.registered");
    assertThat(letter.path("attempts").asInt()).isEqualTo(3);
    assertThat(letter.path("error").asText()).isEqualTo("status 400");
    assertThat(letter.path("after").asText()).isEqualTo(receiver.received().get(0).id());
  }

  @Test
  void shouldFollowNoRedirect() {
    configure("cmdb", receiver, "");
    receiver.answers(request -> 307);
    register("n1");
    Webhooks webhooks = lead();

    await(
        () ->
            assertThat(shown(webhooks).path("failing").path("error").asText())
                .isEqualTo("status 307"));
    assertThat(receiver.received()).allMatch(request -> request.webhook().equals("cmdb"));
  }

  @Test
  void shouldBeginWithNewEventsUnlessToldOtherwise() {
    register("n1");
    entries.add(
        "{name = new, url = \"%s\", secret-file = \"%s\", filter = \"host=n2,n4\"}"
            .formatted(receiver.url(), secret));
    Webhooks webhooks = lead();
    await(() -> assertThat(shown(webhooks).path("position").isTextual()).isTrue());
    register("n2", "n3", "n4");

    await(() -> assertThat(receiver.nodes()).containsExactly("n2:1", "n4:1"));
  }

  /** There an event may have another position. */
  @Test
  void shouldFindItsPlaceInACopyOfTheJournal() throws Exception {
    configure("cmdb", receiver, "");
    register("n1", "n2", "n3");
    EventPosition second = stream(2).get(1).position();
    EventPosition elsewhere = new EventPosition(second.place() + 40, second.check());
    try (FencedStore rows = journal.fencedStore(journal.leaderTerm().takeNext())) {
      rows.write(
          new Change.Put(
              new Row(
                  new RowKey("webhook", "", "cmdb"),
                  ("{\"position\":\"" + elsewhere + "\",\"deadLetters\":[]}")
                      .getBytes(StandardCharsets.UTF_8))));
    }
    lead();

    await(() -> assertThat(receiver.nodes()).containsExactly("n3:1"));
  }
}
