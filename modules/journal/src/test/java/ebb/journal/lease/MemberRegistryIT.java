package ebb.journal.lease;

import static ebb.journal.TestLeases.ask;
import static ebb.journal.TestLeases.known;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.journal.TestLeases;
import ebb.journal.database.JournalException;
import ebb.journal.guard.MemberRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who may found a cluster on a database; never two of them. */
final class MemberRegistryIT extends LeaseFixture {
  @Test
  void shouldBeFoundedByOneOfManyWhoStartAtOnce() {
    // when
    var answers =
        IntStream.range(0, 8)
            .mapToObj(i -> members("rm" + i).mayFound().toCompletableFuture())
            .toList();
    // then
    assertThat(answers.stream().map(CompletableFuture::join)).containsOnlyOnce(true).hasSize(8);
  }

  @Test
  void shouldBeFoundedByNobodyWhileAMemberLives() throws Exception {
    // given rm1, and rm2 that joined it
    assertThat(ask(members("rm1").mayFound())).isTrue();
    assertThat(ask(members("rm2").enter(Set.of("of rm1", "of rm2")))).isTrue();
    // when rm1 starts again
    MemberRegistry rm1 = members("rm1");
    // then
    assertThat(ask(rm1.mayFound())).isFalse();
  }

  /** After the loss of all instances the first that is back need not be the first of the list. */
  @Test
  void shouldBeFoundedByAnyoneOnceTheRowsOfTheLostHaveExpired() throws Exception {
    // given
    var table = new LeaseTable(settings.database()::connect, java.time.Duration.ofSeconds(3));
    table.take("member rm1", "of rm1", "");
    table.take("member rm2", "of rm2", "");
    MemberRegistry rm3 = members("rm3");
    assertThat(ask(rm3.mayFound())).isFalse();
    // when
    boolean founding = false;
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!founding && System.nanoTime() < giveUp) {
      founding = ask(rm3.mayFound());
    }
    // then
    assertThat(founding).isTrue();
  }

  /** Its own former process has ended: that is what the claim on its name says. */
  @Test
  void shouldBeFoundedAtOnceByTheOnlyMemberThatStartsAgain() throws Exception {
    assertThat(ask(members("rm1").mayFound())).isTrue();

    assertThat(ask(members("rm1").mayFound())).isTrue();
  }

  @Test
  void shouldNotLetInWhoBelongsToAnotherCluster() throws Exception {
    // given
    assertThat(ask(members("rm1").mayFound())).isTrue();
    // when, then
    assertThat(ask(members("rm2").enter(Set.of("of rm2", "of rm3")))).isFalse();
  }

  /** A cluster that the database had not heard of for too long finds another one in its place. */
  @Test
  void shouldTellTheMembersOfAFormerClusterThatTheirTimeIsOver() throws Exception {
    // given
    var lost = new CompletableFuture<String>();
    var former = new MemberRegistry(system, row("rm1"), lost::complete);
    assertThat(ask(former.enter(Set.of()))).isTrue();
    try (var connection = settings.database().connect();
        var statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM ebb_lease WHERE owner = 'of rm1'");
    }
    // when
    assertThat(ask(members("rm2").mayFound())).isTrue();
    assertThat(ask(members("rm2").enter(Set.of()))).isTrue();
    // then
    assertThat(lost.get(60, SECONDS)).isEqualTo("member rm1 was taken over by another process");
  }

  @Test
  void shouldTellAMemberThatItsClusterHasGivenItUp() throws Exception {
    // given
    var lost = new CompletableFuture<String>();
    var rm1 = new MemberRegistry(system, row("rm1"), lost::complete);
    MemberRegistry rm2 = members("rm2");
    assertThat(ask(rm1.enter(Set.of()))).isTrue();
    assertThat(ask(rm2.enter(Set.of("of rm1", "of rm2")))).isTrue();
    // when
    assertThat(ask(TestLeases.lease(system, TestLeases.LEAD, "rm2").acquire())).isTrue();
    rm2.evictAllBut(known("of rm2")).toCompletableFuture().join();
    // then
    assertThat(lost.get(60, SECONDS)).isEqualTo("member rm1 was taken over by another process");
    assertThat(members()).containsExactly("of rm2");
  }

  /** The rows of the others had run out, and they let it in nevertheless. */
  @Test
  void shouldLetGoOnWhoLosesOnlyTheRightToFound() throws Exception {
    // given
    var lost = new CompletableFuture<String>();
    var rm1 = new MemberRegistry(system, row("rm1"), lost::complete);
    MemberRegistry rm2 = members("rm2");
    assertThat(ask(rm1.mayFound())).isTrue();
    assertThat(ask(TestLeases.lease(system, TestLeases.LEAD, "rm2").acquire())).isTrue();
    // when its first renewals after that find no row
    rm2.evictAllBut(known("of rm2")).toCompletableFuture().join();
    assertThatThrownBy(() -> lost.get(2, SECONDS)).isInstanceOf(TimeoutException.class);
    // then it may be entered, and is told when it is evicted as a member
    assertThat(ask(rm1.enter(Set.of("of rm1", "of rm2")))).isTrue();
    rm2.evictAllBut(known("of rm2")).toCompletableFuture().join();
    assertThat(lost.get(60, SECONDS)).isEqualTo("member rm1 was taken over by another process");
  }

  /** Of two who have given each other up, the one stays that may lead. */
  @Test
  void shouldStrikeNobodyOffForAFormerLeader() throws Exception {
    // given
    MemberRegistry rm1 = members("rm1");
    MemberRegistry rm2 = members("rm2");
    assertThat(ask(rm1.enter(Set.of()))).isTrue();
    assertThat(ask(rm2.enter(Set.of("of rm1", "of rm2")))).isTrue();
    assertThat(ask(TestLeases.leaseOfAnother(system, TestLeases.LEAD, "rm3").acquire())).isTrue();
    // when, then
    assertThatThrownBy(() -> rm2.evictAllBut(known("of rm2")).toCompletableFuture().join())
        .hasRootCauseInstanceOf(JournalException.class)
        .hasMessageContaining("Not evicted yet: member rm1");
    assertThat(members()).containsExactly("of rm1", "of rm2");
  }

  /** A leader may have left as planned, and its shards are wanted. */
  @Test
  void shouldNotNeedTheLeadWhenNobodyIsToBeStruckOff() throws Exception {
    MemberRegistry rm1 = members("rm1");
    assertThat(ask(rm1.enter(Set.of()))).isTrue();

    rm1.evictAllBut(known("of rm1", "of rm2")).toCompletableFuture().get(60, SECONDS);

    assertThat(members()).containsExactly("of rm1");
  }

  /** It was lost before it was entered, and the set of members is as it was before it came. */
  @Test
  void shouldStrikeOffWhoIsEnteredAfterItWasGivenUp() throws Exception {
    // given
    MemberRegistry rm1 = members("rm1");
    assertThat(ask(rm1.enter(Set.of()))).isTrue();
    assertThat(ask(TestLeases.lease(system, TestLeases.LEAD, "rm1").acquire())).isTrue();
    rm1.evictAllBut(known("of rm1")).toCompletableFuture().get(60, SECONDS);
    var lost = new CompletableFuture<String>();
    var late = new MemberRegistry(system, row("rm2"), lost::complete);
    assertThat(ask(late.enter(Set.of("of rm1", "of rm2")))).isTrue();
    // when
    rm1.evictAllBut(known("of rm1")).toCompletableFuture().get(60, SECONDS);
    // then
    assertThat(lost.get(60, SECONDS)).isEqualTo("member rm2 was taken over by another process");
    assertThat(members()).containsExactly("of rm1");
  }

  /** Whoever enters while Akka is asked, or while the database is slow, need not start again. */
  @Test
  void shouldNotStrikeOffWhoEntersMeanwhile() throws Exception {
    // given an answer of Akka's that is as old as can be
    MemberRegistry rm1 = members("rm1");
    assertThat(ask(rm1.enter(Set.of()))).isTrue();
    assertThat(ask(TestLeases.lease(system, TestLeases.LEAD, "rm1").acquire())).isTrue();
    var asked = new CompletableFuture<Void>();
    var answer = new CompletableFuture<Set<String>>();
    var evicted =
        rm1.evictAllBut(
            () -> {
              asked.complete(null);
              return answer;
            });
    asked.get(60, SECONDS);
    // when
    assertThat(ask(members("rm2").enter(Set.of("of rm1", "of rm2")))).isTrue();
    answer.complete(Set.of("of rm1"));
    evicted.toCompletableFuture().get(60, SECONDS);
    // then
    assertThat(members()).containsExactly("of rm1", "of rm2");
  }

  @Test
  void shouldGiveItsPlaceUpAtTheEnd() throws Exception {
    assertThat(ask(members("rm1").enter(Set.of()))).isTrue();

    TestLeases.end(system);

    assertThat(members()).isEmpty();
  }

  private List<String> members() throws SQLException {
    List<String> members = new ArrayList<>();
    try (var connection = settings.database().connect();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT owner FROM ebb_lease WHERE name LIKE 'member %' ORDER BY name")) {
      while (rows.next()) {
        members.add(rows.getString(1));
      }
    }
    return members;
  }

  private MemberRegistry members(String instance) {
    return new MemberRegistry(
        system,
        row(instance),
        reason -> {
          throw new AssertionError(reason);
        });
  }

  private static MemberRow row(String instance) {
    return new MemberRow("member " + instance, "of " + instance);
  }
}
