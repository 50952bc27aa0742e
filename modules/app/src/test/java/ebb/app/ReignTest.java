package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import com.typesafe.config.ConfigFactory;
import ebb.admin.InstanceState;
import ebb.admin.Readiness;
import ebb.cli.CommandException;
import ebb.journal.JournalDatabase;
import ebb.node.Leader;
import ebb.node.NodePublication;
import ebb.nodeslist.LeaderCommand;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an instance does when it leads, leads no longer, or cannot lead. */
class ReignTest {
  private static final Readiness STARTING = new Readiness(false, "starting");
  private static final Readiness STANDING_BY = new Readiness(true, "standing by");

  @TempDir Path folder;

  private final ActorTestKit kit =
      ActorTestKit.create(
          ConfigFactory.parseString(
                  """
                  akka.coordinated-shutdown.exit-jvm = off
                  akka.actor.default-dispatcher {
                    executor = thread-pool-executor
                    thread-pool-executor.fixed-pool-size = 1
                  }
                  """)
              .withFallback(ConfigFactory.load()));
  private final TestProbe<LeaderCommand> singleton = kit.createTestProbe();
  private final FakeHadoop hadoop = new FakeHadoop();
  private final CompletableFuture<Done> member = new CompletableFuture<>();
  private JournalDatabase journal;
  private volatile Optional<String> journalProblem = Optional.empty();

  private Leader leader(long term) {
    return new Leader(term, kit.<NodePublication>createTestProbe().getRef());
  }

  @BeforeEach
  void open() {
    journal = TestJournal.open(folder);
  }

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
    journal.close();
  }

  // ---- the only instance ----

  @Test
  void shouldServeOnceItsResourceManagerIsActive() {
    Reign reign = reign(false);
    reign.standBy(member);
    reign.onLeading(leader(3), singleton.getRef());
    // given all but an active ResourceManager
    assertThat(hadoop.told()).containsExactly("prepare", "start in term 3");
    assertThat(reign.serving()).isNotDone();
    assertThat(reign.readiness()).isEqualTo(STARTING);
    // when
    hadoop.last().succeed();
    // then
    awaitServing(reign);
    assertThat(reign.readiness()).isEqualTo(new Readiness(true, "leading in term 3"));
  }

  @Test
  void shouldTakeTermsFromTheJournal() {
    assertThat(reign(false).takeTerm()).isEqualTo(1);
    assertThat(reign(false).takeTerm()).isEqualTo(2);
  }

  @Test
  void shouldStopTheResourceManagerWhenTheOnlyInstanceLeadsNoLonger() {
    Reign reign = leading(reign(false), 3);

    reign.onDeposed(3);

    assertThat(hadoop.told()).containsExactly("start in term 3", "stop");
    assertThat(reign.readiness()).isEqualTo(new Readiness(false, "not leading since term 3"));
  }

  // ---- one of several ----

  @Test
  void shouldServeAsAStandbyOnceItIsAMemberAndItsPortsAnswer() {
    // given
    Reign reign = reign(true);
    reign.standBy(member);
    assertThat(hadoop.told()).containsExactly("stand by");
    // when its ports answer
    hadoop.last().succeed();
    settle();
    // then the other half is missing
    assertThat(reign.serving()).isNotDone();
    assertThat(reign.readiness()).isEqualTo(STARTING);
    // when
    member.complete(Done.getInstance());
    // then
    awaitServing(reign);
    assertThat(reign.readiness()).isEqualTo(STANDING_BY);
  }

  @Test
  void shouldNotSayThatItStandsByWhileItIsAboutToLead() {
    // given an instance that leads before its standby answers
    Reign reign = reign(true);
    member.complete(Done.getInstance());
    reign.standBy(member);
    FakeHadoop.Call standby = hadoop.last();
    reign.onLeading(leader(3), singleton.getRef());
    // when
    standby.succeed();
    // then
    awaitServing(reign);
    assertThat(reign.readiness()).isEqualTo(STARTING);
  }

  @Test
  void shouldStandByAgainWhenAnotherInstanceLeads() {
    // given
    Reign reign = leading(standingBy(), 3);
    // when
    reign.onDeposed(3);
    // then it is not ready before its standby answers
    assertThat(hadoop.told()).containsExactly("stand by", "start in term 3", "stand by");
    assertThat(reign.readiness().ready()).isFalse();
    hadoop.last().succeed();
    await().until(() -> reign.readiness().equals(STANDING_BY));
  }

  @Test
  void shouldLeadAgainInALaterTerm() {
    Reign reign = leading(standingBy(), 3);
    reign.onDeposed(3);
    hadoop.last().succeed();

    leading(reign, 5);

    assertThat(reign.readiness()).isEqualTo(new Readiness(true, "leading in term 5"));
  }

  @Test
  void shouldNotBeReadyByAStartOfATermThatIsOver() {
    // given a start that takes longer than the term
    Reign reign = standingBy();
    reign.onLeading(leader(3), singleton.getRef());
    FakeHadoop.Call start = hadoop.last();
    reign.onDeposed(3);
    // when
    start.succeed();
    settle();
    // then
    assertThat(reign.readiness()).isEqualTo(new Readiness(false, "not leading since term 3"));
  }

  @Test
  void shouldGoOnThoughTheStartOfATermFailsThatIsOver() {
    Reign reign = standingBy();
    reign.onLeading(leader(3), singleton.getRef());
    FakeHadoop.Call start = hadoop.last();
    reign.onDeposed(3);

    start.fail(new IllegalStateException("interrupted"));
    settle();

    assertThat(hadoop.last().name()).isEqualTo("stand by");
    assertThat(CoordinatedShutdown.get(kit.system()).getShutdownReason()).isEmpty();
  }

  // ---- failures ----

  @Test
  void shouldRefuseToServeWhenTheFirstStartFails() {
    Reign reign = reign(false);
    reign.onLeading(leader(3), singleton.getRef());

    hadoop.last().fail(new IllegalStateException("port 8032 is in use"));

    assertThatThrownBy(() -> reign.serving().toCompletableFuture().join())
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("port 8032 is in use");
    assertThat(reign.readiness()).isEqualTo(STARTING);
  }

  @Test
  void shouldRefuseToServeWithoutTheListsAndSayWhatIsWrongWithThem() {
    Reign reign = reign(false);

    reign.onStartRefused("exclude.xml:3: no end");

    assertThatThrownBy(() -> reign.serving().toCompletableFuture().join())
        .hasCauseInstanceOf(CommandException.class)
        .hasMessageContaining("exclude.xml:3: no end");
    assertThat(hadoop.told()).isEmpty();
  }

  @Test
  void shouldRefuseToServeWhenItCannotStandBy() {
    Reign reign = reign(true);
    reign.standBy(member);

    hadoop.last().fail(new IllegalStateException("no HA settings"));
    member.complete(Done.getInstance());

    assertThatThrownBy(() -> reign.serving().toCompletableFuture().join())
        .hasMessageContaining("no HA settings");
  }

  @Test
  void shouldEndTheInstanceWhenAStandbyCannotLead() {
    Reign reign = standingBy();
    reign.onLeading(leader(3), singleton.getRef());

    hadoop.last().fail(new IllegalStateException("the state store does not answer"));

    await().until(() -> CoordinatedShutdown.get(kit.system()).getShutdownReason().isPresent());
  }

  @Test
  void shouldEndTheInstanceWhenALeaderCannotStandByAgain() {
    Reign reign = leading(standingBy(), 3);
    reign.onDeposed(3);

    hadoop.last().fail(new IllegalStateException("port 8032 is in use"));

    await().until(() -> CoordinatedShutdown.get(kit.system()).getShutdownReason().isPresent());
  }

  // ---- the end ----

  @Test
  void shouldStandByNoMoreOnceTheInstanceEnds() {
    Reign reign = leading(standingBy(), 3);
    CompletableFuture<Done> ended = reign.end().toCompletableFuture();
    assertThat(hadoop.last().name()).isEqualTo("stop");
    // when the leader's actor is stopped, too
    FakeHadoop.Call stop = hadoop.last();
    reign.onDeposed(3);
    // then
    assertThat(hadoop.told()).containsExactly("stand by", "start in term 3", "stop", "stop");
    assertThat(reign.readiness()).isEqualTo(new Readiness(false, "leaving"));
    assertThat(ended).isNotDone();
    stop.succeed();
    assertThat(ended).isCompleted();
  }

  @Test
  void shouldNotBeReadyAnyMoreByAStartThatIsDoneWhileTheInstanceEnds() {
    Reign reign = standingBy();
    reign.onLeading(leader(3), singleton.getRef());
    FakeHadoop.Call start = hadoop.last();
    reign.end();

    start.succeed();
    settle();

    assertThat(reign.readiness()).isEqualTo(new Readiness(false, "leaving"));
    assertThat(reign.state()).isEqualTo(InstanceState.LEAVING);
  }

  // ---- what others are told ----

  @Test
  void shouldTellOthersWhatItDoes() {
    // given
    Reign reign = reign(true);
    assertThat(reign.state()).isEqualTo(InstanceState.NOT_READY);
    member.complete(Done.getInstance());
    reign.standBy(member);
    hadoop.last().succeed();
    awaitServing(reign);
    assertThat(reign.state()).isEqualTo(InstanceState.STANDBY);
    // when
    leading(reign, 3);
    // then
    assertThat(reign.state()).isEqualTo(InstanceState.LEADING);
    reign.onDeposed(3);
    assertThat(reign.state()).isEqualTo(InstanceState.NOT_READY);
  }

  /** By {@code yarn rmadmin -transitionToStandby}, and active again by -transitionToActive. */
  @Test
  void shouldNotSayThatItLeadsWhileAnAdministratorHasPutItsResourceManagerOnStandby() {
    // given
    Reign reign = leading(standingBy(), 3);
    // when
    hadoop.active = false;
    // then
    assertThat(reign.state()).isEqualTo(InstanceState.LEADING_ON_STANDBY);
    assertThat(reign.readiness().ready()).isFalse();
    assertThat(reign.readiness().reason()).contains("on standby", "-transitionToActive");
    // when
    hadoop.active = true;
    // then
    assertThat(reign.state()).isEqualTo(InstanceState.LEADING);
    assertThat(reign.readiness()).isEqualTo(new Readiness(true, "leading in term 3"));
  }

  @Test
  void shouldNotSayThatItLeadsBeforeItsResourceManagerIsActive() {
    Reign reign = standingBy();
    hadoop.active = false;

    reign.onLeading(leader(3), singleton.getRef());

    assertThat(reign.state()).isEqualTo(InstanceState.NOT_READY);
    assertThat(reign.readiness()).isEqualTo(new Readiness(false, "about to lead in term 3"));
  }

  // ---- given ----

  private Reign reign(boolean hasOthers) {
    return new Reign(kit.system(), hadoop, journal.leaderTerm(), () -> journalProblem, hasOthers);
  }

  private Reign standingBy() {
    Reign reign = reign(true);
    member.complete(Done.getInstance());
    reign.standBy(member);
    hadoop.last().succeed();
    awaitServing(reign);
    return reign;
  }

  private Reign leading(Reign reign, long term) {
    reign.onLeading(leader(term), singleton.getRef());
    hadoop.last().succeed();
    await().until(() -> reign.readiness().equals(new Readiness(true, "leading in term " + term)));
    return reign;
  }

  /** Everything that is under way has been done: the system has one thread, which goes in order. */
  private void settle() {
    for (int hop = 0; hop < 3; hop++) {
      CompletableFuture.runAsync(() -> {}, kit.system().executionContext()).join();
    }
  }

  private static void awaitServing(Reign reign) {
    await().until(() -> reign.serving().toCompletableFuture().isDone());
    assertThat(reign.serving()).isCompleted();
  }
}
