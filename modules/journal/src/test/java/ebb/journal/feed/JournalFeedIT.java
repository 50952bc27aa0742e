package ebb.journal.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import com.typesafe.config.ConfigFactory;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.journal.JournalDatabase;
import ebb.journal.SampleEvents;
import ebb.journal.TestDatabase;
import ebb.journal.TestEvents;
import ebb.journal.database.EventRows;
import ebb.journal.database.JournalSettings;
import ebb.journal.event.EventCodec;
import ebb.journal.event.EventsJsonSerializer;
import ebb.journal.event.PersistenceIds;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Followers get each event of the journal once, in its order, from wherever they are. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
final class JournalFeedIT {
  private final TestDatabase kind;

  @TempDir Path folder;
  private JournalSettings settings;
  private JournalDatabase journal;
  private TestEvents writer;
  private ActorTestKit kit;
  private final AtomicInteger readers = new AtomicInteger();

  JournalFeedIT(TestDatabase kind) {
    this.kind = kind;
  }

  @BeforeEach
  void start() {
    settings = kind.emptyJournal(folder);
    journal = TestDatabase.open(settings);
    writer = new TestEvents(journal);
    kit =
        ActorTestKit.create(
            ConfigFactory.parseString(
                """
                ebb.blocking-dispatcher {
                  type = Dispatcher
                  executor = "thread-pool-executor"
                  thread-pool-executor.fixed-pool-size = 4
                }
                """));
  }

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
    writer.close();
    journal.close();
  }

  private JournalFeed feed(int kept) {
    return new JournalFeed(
        () -> {
          readers.incrementAndGet();
          return journal.reader();
        },
        kit.system(),
        kept);
  }

  @Test
  void shouldTellWhatTheJournalHasAndWhatItGets() throws Exception {
    writer.register("n1:1");
    Follower follower = follow(feed(100), Optional.of(EventPosition.START));
    assertThat(nodes(take(follower, 1))).containsExactly("n1:1");
    writer.register("n2:1");
    writer.register("n3:1");
    List<FeedEvent> events = take(follower, 2);
    assertThat(nodes(events)).containsExactly("n2:1", "n3:1");
    assertThat(events.get(0).json().utf8String())
        .contains(
            "\"nodeId\":\"n2:1\"", "\"sequence\":1", "node.registered", "\"state\":\"RUNNING\"");
  }

  @Test
  void shouldBeginWithWhatIsNew() throws Exception {
    writer.register("n1:1");
    Follower follower = follow(feed(100), Optional.empty());
    writer.register("n2:1");
    assertThat(nodes(take(follower, 1))).containsExactly("n2:1");
  }

  /** Another instance, with another memory: whatever is behind that comes from the journal. */
  @Test
  void shouldGoOnFromEveryPositionOnAnotherInstance() throws Exception {
    for (int i = 1; i <= 6; i++) {
      writer.register("n" + i + ":1");
    }
    List<FeedEvent> all = take(follow(feed(100), Optional.of(EventPosition.START)), 6);
    JournalFeed other = feed(2);
    for (int i = 0; i < all.size(); i++) {
      Follower follower = follow(other, Optional.of(all.get(i).position()));
      assertThat(take(follower, 5 - i)).isEqualTo(all.subList(i + 1, 6));
      follower.close();
    }
  }

  @Test
  void shouldReadOnceForAThousandFollowers() throws Exception {
    JournalFeed feed = feed(100);
    List<Follower> followers = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      followers.add(follow(feed, Optional.empty()));
    }
    writer.register("n1:1");
    for (Follower each : followers) {
      assertThat(nodes(take(each, 1))).containsExactly("n1:1");
    }
    assertThat(readers).hasValue(1);
  }

  @Test
  void shouldLetGoOfASlowFollowerWhoThenGoesOn() throws Exception {
    JournalFeed feed = feed(2);
    Follower slow = follow(feed, Optional.of(EventPosition.START));
    Follower quick = follow(feed, Optional.empty());
    writer.register("n1:1");
    EventPosition arrived = take(slow, 1).get(0).position();
    take(quick, 1);
    for (int i = 2; i <= 5; i++) {
      writer.register("n" + i + ":1");
      take(quick, 1);
    }
    assertThat(next(slow)).isEmpty();
    Follower again = follow(feed, Optional.of(arrived));
    assertThat(nodes(take(again, 4))).containsExactly("n2:1", "n3:1", "n4:1", "n5:1");
  }

  @Test
  void shouldRefuseAPositionThatWasNeverGivenOut() throws Exception {
    writer.register("n1:1");
    JournalFeed feed = feed(100);
    EventPosition known = take(follow(feed, Optional.of(EventPosition.START)), 1).get(0).position();
    assertRefused(feed, new EventPosition(known.place() + 1, known.check()), false);
    assertRefused(feed, new EventPosition(known.place(), known.check() ^ 1), false);
  }

  @Test
  void shouldRefuseAPositionThatIsNotKept() throws Exception {
    writer.register("n1:1");
    writer.register("n2:1");
    EventPosition first =
        take(follow(feed(100), Optional.of(EventPosition.START)), 1).get(0).position();
    try (Connection connection = settings.database().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM event_journal WHERE ordering <= " + first.place());
    }
    assertRefused(feed(100), first, true);
  }

  private static void assertRefused(JournalFeed feed, EventPosition position, boolean forgotten) {
    assertThatThrownBy(() -> feed.follow(Optional.of(position)).toCompletableFuture().join())
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            PositionException.class,
            reason -> assertThat(reason.isForgotten()).isEqualTo(forgotten));
  }

  /** PostgreSQL gives a row its number before it is committed. */
  @Test
  void shouldWaitForARowThatIsCommittedLate() throws Exception {
    assumeThat(settings.isShared()).isTrue();
    Follower follower = follow(feed(100), Optional.of(EventPosition.START));
    CompletableFuture<Optional<List<FeedEvent>>> next;
    try (Connection other = settings.database().connect()) {
      other.setAutoCommit(false);
      insert("late:1", other);
      writer.register("n1:1");
      next = follower.next().toCompletableFuture();
      assertThat(next).isNotCompleted();
      TimeUnit.SECONDS.sleep(1);
      assertThat(next).isNotCompleted();
      other.commit();
    }
    List<FeedEvent> events = new ArrayList<>(next.get(10, TimeUnit.SECONDS).orElseThrow());
    events.addAll(take(follower, 2 - events.size()));
    assertThat(nodes(events)).containsExactly("late:1", "n1:1");
  }

  @Test
  void shouldGoOnWithoutARowThatIsRolledBack() throws Exception {
    assumeThat(settings.isShared()).isTrue();
    Follower follower = follow(feed(100), Optional.of(EventPosition.START));
    try (Connection other = settings.database().connect()) {
      other.setAutoCommit(false);
      insert("never:1", other);
      writer.register("n1:1");
      other.rollback();
    }
    assertThat(nodes(take(follower, 1))).containsExactly("n1:1");
  }

  /** A writer on another instance that is always at it must not keep followers waiting. */
  @Test
  void shouldNotWaitForWritersThatCameLater() throws Exception {
    assumeThat(settings.isShared()).isTrue();
    Follower follower = follow(feed(100), Optional.of(EventPosition.START));
    writer.register("n1:1");
    Connection open = settings.database().connect();
    try {
      for (int i = 0; i < 50; i++) {
        Connection next = settings.database().connect();
        next.setAutoCommit(false);
        insert("busy" + i + ":1", next);
        if (!open.getAutoCommit()) {
          open.commit();
        }
        open.close();
        open = next;
        TimeUnit.MILLISECONDS.sleep(20);
      }
      assertThat(nodes(take(follower, 2))).startsWith("n1:1", "busy0:1");
    } finally {
      open.close();
    }
  }

  private static void insert(String node, Connection connection) throws Exception {
    NodeId nodeId = NodeId.parse(node);
    NodeEvent event = SampleEvents.registered(nodeId);
    byte[] payload = EventCodec.withoutAkka().write(event);
    String manifest = "node.registered:1";
    String actor = PersistenceIds.ofNode(nodeId);
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            INSERT INTO event_journal (persistence_id, sequence_number, writer, event_ser_id,
                event_ser_manifest, event_payload, checksum)
            VALUES (?, 1, '', ?, ?, ?, ?)
            """)) {
      insert.setString(1, actor);
      insert.setInt(2, EventsJsonSerializer.IDENTIFIER);
      insert.setString(3, manifest);
      insert.setBytes(4, payload);
      insert.setLong(5, EventRows.checksum(actor, 1, manifest, payload));
      insert.executeUpdate();
    }
  }

  private static Follower follow(JournalFeed feed, Optional<EventPosition> after) throws Exception {
    return feed.follow(after).toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private static Optional<List<FeedEvent>> next(Follower follower) throws Exception {
    return follower.next().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private static List<FeedEvent> take(Follower follower, int count) throws Exception {
    List<FeedEvent> events = new ArrayList<>();
    while (events.size() < count) {
      events.addAll(next(follower).orElseThrow());
    }
    return events;
  }

  private static List<String> nodes(List<FeedEvent> events) {
    return events.stream().map(event -> event.node().orElseThrow().toString()).toList();
  }
}
