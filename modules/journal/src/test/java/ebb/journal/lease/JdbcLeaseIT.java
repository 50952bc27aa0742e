package ebb.journal.lease;

import static ebb.journal.TestLeases.ask;
import static ebb.journal.TestLeases.lease;
import static ebb.journal.TestLeases.leaseOfAnother;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.ActorSystem;
import ebb.journal.ChildJvm;
import ebb.journal.LeaseHolder;
import ebb.journal.TestDatabase;
import ebb.journal.TestLeases;
import ebb.journal.database.JournalSettings;
import ebb.postgres.PostgresServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What Akka's split-brain resolver and its singleton may rely on. */
final class JdbcLeaseIT extends LeaseFixture {
  @Test
  void shouldBelongToOneOwnerUntilItIsReleased() throws Exception {
    // given
    var ours = lease(system, "a", "rm1");
    var theirs = lease(system, "a", "rm2");
    assertThat(ask(ours.acquire())).isTrue();
    // when, then
    assertThat(ask(theirs.acquire())).isFalse();
    assertThat(theirs.checkLease()).isFalse();
    assertThat(ask(ours.acquire())).as("again").isTrue();
    assertThat(ours.checkLease()).isTrue();
    // when
    assertThat(ask(ours.release())).isTrue();
    // then
    assertThat(ours.checkLease()).isFalse();
    assertThat(ask(theirs.acquire())).isTrue();
  }

  @Test
  void shouldBelongToOneOfManyWhoAskAtOnce() {
    // when
    var answers =
        IntStream.range(0, 8)
            .mapToObj(i -> lease(system, "b", "rm" + i).acquire().toCompletableFuture())
            .toList();
    // then
    assertThat(answers.stream().map(CompletableFuture::join)).containsOnlyOnce(true).hasSize(8);
  }

  /** A later process at the same address is somebody else. */
  @Test
  void shouldNotPassToAnotherProcessAtTheAddressOfItsOwner() throws Exception {
    assertThat(ask(lease(system, "c", "127.0.0.1:2551").acquire())).isTrue();

    assertThat(ask(leaseOfAnother(system, "c", "127.0.0.1:2551").acquire())).isFalse();
  }

  /** The split-brain resolver asks once only: the survivor must get it in that one call. */
  @Test
  void shouldPassToTheSurvivorWhenAnOwnerWhoIsGoneLetItExpire() throws Exception {
    // given an owner of whom nothing more is heard
    var table = new LeaseTable(settings.database()::connect, Duration.ofSeconds(4));
    assertThat(table.take("d", "an owner on another machine", "")).isTrue();
    long start = System.nanoTime();
    // when, then
    assertThat(ask(lease(system, "d", "rm2").acquire())).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(2));
  }

  @Test
  void shouldPassAtOnceWhenItsOwnerWasKilledOnThisMachine() throws Exception {
    // given
    try (var child = holder()) {
      assertThat(child.readLine()).isEqualTo("holds: true");
      assertThat(ask(lease(system, LeaseHolder.LEASE, "rm2").acquire())).isFalse();
      // when
      child.kill();
    }
    // then in the first look, long before it expires
    var row = new DbLease(LeaseDatabase.of(system).table(), LeaseHolder.LEASE, "rm2");
    assertThat(row.contestNow(Duration.ZERO).isWon()).isTrue();
  }

  @Test
  void shouldBeLostByAnOwnerWhoWasPausedTooLong() throws Exception {
    try (var child = holder()) {
      assertThat(child.readLine()).isEqualTo("holds: true");
      // given
      child.signal("STOP");
      assertThat(ask(lease(system, LeaseHolder.LEASE, "rm2").acquire())).isTrue();
      // when
      child.signal("CONT");
      // then
      assertThat(child.readLine()).isEqualTo("lost");
    }
  }

  /** Whoever wants no instance to run has to see one that could not renew its lease yet. */
  @Test
  void shouldCountAsHeldForItsTimeToLiveAfterTheStartOfTheServer() throws Exception {
    // given
    var brief = new LeaseTable(settings.database()::connect, Duration.ZERO);
    assertThat(brief.take("g", "an owner on another machine", "")).isTrue();
    assertThat(brief.held("g")).isEmpty();
    // when the server started less than a time to live ago
    var lasting = new LeaseTable(settings.database()::connect, Duration.ofDays(1));
    // then
    assertThat(lasting.held("g")).containsOnlyKeys("g");
  }

  @Test
  void shouldStayWithItsOwnerWhileTheDatabaseIsAway() throws Exception {
    try (PostgresServer server = PostgresServer.start()) {
      // given
      JournalSettings elsewhere = TestDatabase.onPostgres(server, folder);
      TestDatabase.open(elsewhere).close();
      ActorSystem own = TestLeases.system(elsewhere);
      var lost = new CompletableFuture<Boolean>();
      var ours = lease(own, "f", "rm1");
      assertThat(ask(ours.acquire(reason -> lost.complete(true)))).isTrue();
      // when it is away for longer than the time to live
      server.stop();
      assertThatThrownBy(() -> lost.get(6, TimeUnit.SECONDS)).isNotNull();
      assertThat(ours.checkLease()).isTrue();
      // and somebody else is the first to ask when it is back
      server.startAgain();
      assertThat(ask(leaseOfAnother(own, "f", "rm2").acquire())).isFalse();
      // then
      assertThat(ours.checkLease()).isTrue();
      assertThat(lost).isNotDone();
      TestLeases.end(own);
    }
  }

  private ChildJvm holder() throws java.io.IOException {
    return ChildJvm.start(
        LeaseHolder.class, folder.resolve("child.log"), TestDatabase.arguments(settings));
  }
}
