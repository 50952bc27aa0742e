package ebb.journal;

import static ebb.journal.TestLeases.ask;
import static ebb.journal.TestLeases.known;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.Done;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import ebb.journal.database.JournalSettings;
import ebb.journal.guard.MemberRow;
import ebb.journal.lease.LeaseTable;
import ebb.journal.lease.MemberRegistry;
import ebb.journal.replay.JournalReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An instance that the cluster has given up writes no event any more. */
final class EvictionIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String NODE = "n1:1";

  @TempDir Path folder;
  private JournalSettings settings;
  private JournalDatabase journal;
  private ActorTestKit kit;
  private TestProbe<String> acknowledged;
  private MemberRegistry rm1;
  private MemberRegistry leader;

  @BeforeEach
  void start() throws Exception {
    settings = TestDatabase.POSTGRES.emptyJournal(folder);
    journal = TestDatabase.open(settings);
    kit = ActorTestKit.create(journal.akkaConfig().withFallback(TestLeases.config(settings)));
    acknowledged = kit.createTestProbe(String.class);
    rm1 = journal.members(kit.system(), "rm1", "of rm1", reason -> {});
    leader = new MemberRegistry(kit.system(), new MemberRow("member rm2", "of rm2"), reason -> {});
    var lease = TestLeases.lease(kit.system().classicSystem(), TestLeases.LEAD, "rm2");
    assertThat(ask(lease.acquire())).isTrue();
  }

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
    journal.close();
  }

  /** It writes again only as another process, which is entered anew. */
  @Test
  void shouldWriteNothingAfterwards() throws Exception {
    // given
    assertThat(ask(rm1.enter(Set.of()))).isTrue();
    ActorRef<RecordingActor.Append> writer = actor();
    writer.tell(new RecordingActor.Append(""));
    acknowledged.expectMessage(PATIENCE, NODE + " 1");
    // when
    leader.evictAllBut(known("of rm2")).toCompletableFuture().join();
    writer.tell(new RecordingActor.Append(""));
    // then
    acknowledged.expectTerminated(writer, PATIENCE);
    ActorRef<RecordingActor.Append> again = actor();
    again.tell(new RecordingActor.Append(""));
    acknowledged.expectTerminated(again, PATIENCE);
    assertThat(events()).isEqualTo(1);
    assertThat(journal.problem()).contains("member rm1 is no longer a member, and writes nothing");
    // also when the database is looked at
    journal.guard().probe();
    journal.guard().probe();
    assertThat(journal.problem()).contains("member rm1 is no longer a member, and writes nothing");
  }

  @Test
  void shouldWriteNothingBeforeItIsEntered() throws Exception {
    ActorRef<RecordingActor.Append> early = actor();
    early.tell(new RecordingActor.Append(""));
    acknowledged.expectTerminated(early, PATIENCE);

    assertThat(ask(rm1.enter(Set.of()))).isTrue();

    actor().tell(new RecordingActor.Append(""));
    acknowledged.expectMessage(PATIENCE, NODE + " 1");
  }

  /** Its lease may have run out, and another process has its name. */
  @Test
  void shouldWriteNothingOnceAnotherProcessIsEnteredUnderItsName() throws Exception {
    // given
    assertThat(ask(rm1.enter(Set.of()))).isTrue();
    ActorRef<RecordingActor.Append> writer = actor();
    writer.tell(new RecordingActor.Append(""));
    acknowledged.expectMessage(PATIENCE, NODE + " 1");
    // when
    var next =
        new MemberRegistry(kit.system(), new MemberRow("member rm1", "another"), reason -> {});
    assertThat(ask(next.mayFound())).isTrue();
    writer.tell(new RecordingActor.Append(""));
    // then
    acknowledged.expectTerminated(writer, PATIENCE);
    assertThat(events()).isEqualTo(1);
  }

  /** So whoever recovers a node afterwards reads all that was ever written of it. */
  @Test
  void shouldBeStruckOffOnlyAfterWhatItIsWriting() throws Exception {
    // given a write that waits for its place, which another transaction has
    assertThat(ask(rm1.enter(Set.of()))).isTrue();
    ActorRef<RecordingActor.Append> writer = actor();
    writer.tell(new RecordingActor.Append(""));
    acknowledged.expectMessage(PATIENCE, NODE + " 1");
    try (Connection other = settings.database().connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("SET idle_in_transaction_session_timeout = 0");
      statement.execute(
          """
          INSERT INTO event_journal (persistence_id, sequence_number, writer, event_ser_id,
              event_ser_manifest, event_payload, checksum)
          VALUES ('RMNode|%s', 2, '', 0, '', '', 0)
          """
              .formatted(NODE));
      writer.tell(new RecordingActor.Append(""));
      awaitWaiting(1);
      // when
      CompletableFuture<Done> evicted = leader.evictAllBut(known("of rm2")).toCompletableFuture();
      awaitWaiting(2);
      // then
      assertThatThrownBy(() -> evicted.get(100, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      other.rollback();
      evicted.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    assertThat(events()).as("events once it is evicted").isEqualTo(2);
    acknowledged.expectMessage(PATIENCE, NODE + " 2");
  }

  /** Both of them would end: whoever leads by now strikes the former leader off. */
  @Test
  void shouldNotBeStruckOffByALeaderThatIsSupersededMeanwhile() throws Exception {
    // given a member that writes, and a leader that gives it up
    assertThat(ask(rm1.enter(Set.of()))).isTrue();
    try (Connection writing = settings.database().connect();
        Statement statement = writing.createStatement()) {
      writing.setAutoCommit(false);
      new MemberRow("member rm1", "of rm1").hold(writing);
      CompletableFuture<Done> evicted = leader.evictAllBut(known("of rm2")).toCompletableFuture();
      awaitWaiting(1);
      // when
      takeTheLeadAway();
      writing.commit();
      // then
      assertThatThrownBy(() -> evicted.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
          .hasMessageContaining("Not evicted yet: member rm1");
      statement.execute("SELECT 1 FROM ebb_lease WHERE name = 'member rm1'");
      assertThat(statement.getResultSet().next()).as("whether it is a member").isTrue();
    }
  }

  /** Its lock on the row of the one that leads would keep that one from writing and renewing. */
  @Test
  void shouldLockNoRowForWhoDoesNotLead() throws Exception {
    // given a member that writes, and one that gives it up without the lease of the lead
    assertThat(ask(rm1.enter(Set.of()))).isTrue();
    takeTheLeadAway();
    try (Connection writing = settings.database().connect()) {
      writing.setAutoCommit(false);
      new MemberRow("member rm1", "of rm1").hold(writing);
      // when, then: the deletion would wait until its time is over
      assertThatThrownBy(() -> leader.evictAllBut(known("of rm2")).toCompletableFuture().join())
          .hasMessageContaining("Not evicted yet: member rm1");
      writing.rollback();
    }
  }

  /** It waits for others, and the leader would lose its own row for that. */
  @Test
  void shouldKeepNoRenewalOfTheLeaderWaiting() throws Exception {
    // given
    assertThat(ask(rm1.enter(Set.of()))).isTrue();
    try (Connection writing = settings.database().connect()) {
      writing.setAutoCommit(false);
      new MemberRow("member rm1", "of rm1").hold(writing);
      CompletableFuture<Done> evicted = leader.evictAllBut(known("of rm2")).toCompletableFuture();
      awaitWaiting(1);
      // when something is asked for that takes its turn with the renewals
      assertThat(ask(leader.enter(Set.of("of rm1", "of rm2")))).isTrue();
      // then
      assertThat(evicted).isNotDone();
      writing.rollback();
      evicted.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  /** Probes have one row in common, so all instances would wait for the end of it. */
  @Test
  void shouldBeProbedWhileItIsStruckOff() throws Exception {
    assertThat(ask(rm1.enter(Set.of()))).isTrue();
    try (Connection strikingOff = settings.database().connect();
        Statement statement = strikingOff.createStatement()) {
      strikingOff.setAutoCommit(false);
      statement.executeUpdate("DELETE FROM ebb_lease WHERE name = 'member rm1'");

      journal.guard().probe();

      assertThat(journal.problem()).isEmpty();
      strikingOff.rollback();
    }
  }

  private void takeTheLeadAway() throws SQLException {
    try (Connection connection = settings.database().connect();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "UPDATE ebb_lease SET owner = 'another' WHERE name = '" + TestLeases.LEAD + "'");
    }
  }

  /** A member that writes all the time is renewed nevertheless. */
  @Test
  void shouldBeRenewedWhileItWrites() throws Exception {
    assertThat(ask(rm1.enter(Set.of()))).isTrue();
    try (Connection writing = settings.database().connect()) {
      writing.setAutoCommit(false);
      new MemberRow("member rm1", "of rm1").hold(writing);

      var table = new LeaseTable(settings.database()::connect, PATIENCE);
      assertThat(table.renew("member rm1", "of rm1")).isTrue();

      writing.rollback();
    }
  }

  private ActorRef<RecordingActor.Append> actor() {
    return kit.spawn(RecordingActor.create(NODE, acknowledged.ref()));
  }

  private long events() {
    try (var reader = JournalReader.open(settings.database())) {
      return reader.events().count();
    }
  }

  private void awaitWaiting(int transactions) throws SQLException {
    try (Connection connection = settings.database().connect();
        Statement statement = connection.createStatement()) {
      long giveUp = System.nanoTime() + PATIENCE.toNanos();
      boolean wait = false;
      while (!wait) {
        assertThat(System.nanoTime() - giveUp).as("transactions do not wait").isNegative();
        try (var row =
            statement.executeQuery(
                "SELECT count(*) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND wait_event_type = 'Lock'")) {
          row.next();
          wait = row.getInt(1) >= transactions;
        }
      }
    }
  }
}
