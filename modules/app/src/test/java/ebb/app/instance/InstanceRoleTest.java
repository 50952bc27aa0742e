package ebb.app.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import com.typesafe.config.ConfigFactory;
import ebb.admin.instances.InstanceState;
import ebb.admin.instances.Readiness;
import ebb.app.FakeHadoop;
import ebb.app.TestJournal;
import ebb.cli.client.CommandException;
import ebb.journal.JournalDatabase;
import ebb.node.Leader;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.protocol.LeaderCommand;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an instance does when it leads, leads no longer, or cannot lead. */
class InstanceRoleTest {
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
    return new Leader(term, kit.<NodeStateUpdate>createTestProbe().getRef());
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
    InstanceRole instanceRole = instanceRole(false);
    instanceRole.standBy(member);
    instanceRole.onLeading(leader(3), singleton.getRef());
    // given all but an active ResourceManager
    assertThat(hadoop.told()).containsExactly("prepare", "start in term 3");
    assertThat(instanceRole.serving()).isNotDone();
    assertThat(instanceRole.readiness()).isEqualTo(STARTING);
    // when
    hadoop.last().succeed();
    // then
    awaitServing(instanceRole);
    assertThat(instanceRole.readiness()).isEqualTo(new Readiness(true, "leading in term 3"));
  }

  @Test
  void shouldTakeTermsFromTheJournal() {
    assertThat(instanceRole(false).takeTerm()).isEqualTo(1);
    assertThat(instanceRole(false).takeTerm()).isEqualTo(2);
  }

  @Test
  void shouldStopTheResourceManagerWhenTheOnlyInstanceLeadsNoLonger() {
    InstanceRole instanceRole = leading(instanceRole(false), 3);

    instanceRole.onDeposed(3);

    assertThat(hadoop.told()).containsExactly("start in term 3", "stop");
    assertThat(instanceRole.readiness())
        .isEqualTo(new Readiness(false, "not leading since term 3"));
  }

  // ---- one of several ----

  @Test
  void shouldServeAsAStandbyOnceItIsAMemberAndItsPortsAnswer() {
    // given
    InstanceRole instanceRole = instanceRole(true);
    instanceRole.standBy(member);
    assertThat(hadoop.told()).containsExactly("stand by");
    // when its ports answer
    hadoop.last().succeed();
    awaitIdle();
    // then the other half is missing
    assertThat(instanceRole.serving()).isNotDone();
    assertThat(instanceRole.readiness()).isEqualTo(STARTING);
    // when
    member.complete(Done.getInstance());
    // then
    awaitServing(instanceRole);
    assertThat(instanceRole.readiness()).isEqualTo(STANDING_BY);
  }

  @Test
  void shouldNotSayThatItStandsByWhileItIsAboutToLead() {
    // given an instance that leads before its standby answers
    InstanceRole instanceRole = instanceRole(true);
    member.complete(Done.getInstance());
    instanceRole.standBy(member);
    FakeHadoop.Call standby = hadoop.last();
    instanceRole.onLeading(leader(3), singleton.getRef());
    // when
    standby.succeed();
    // then
    awaitServing(instanceRole);
    assertThat(instanceRole.readiness()).isEqualTo(STARTING);
  }

  @Test
  void shouldStandByAgainWhenAnotherInstanceLeads() {
    // given
    InstanceRole instanceRole = leading(standingBy(), 3);
    // when
    instanceRole.onDeposed(3);
    // then it is not ready before its standby answers
    assertThat(hadoop.told()).containsExactly("stand by", "start in term 3", "stand by");
    assertThat(instanceRole.readiness().ready()).isFalse();
    hadoop.last().succeed();
    await().until(() -> instanceRole.readiness().equals(STANDING_BY));
  }

  @Test
  void shouldLeadAgainInALaterTerm() {
    InstanceRole instanceRole = leading(standingBy(), 3);
    instanceRole.onDeposed(3);
    hadoop.last().succeed();

    leading(instanceRole, 5);

    assertThat(instanceRole.readiness()).isEqualTo(new Readiness(true, "leading in term 5"));
  }

  @Test
  void shouldNotBeReadyByAStartOfATermThatIsOver() {
    // given a start that takes longer than the term
    InstanceRole instanceRole = standingBy();
    instanceRole.onLeading(leader(3), singleton.getRef());
    FakeHadoop.Call start = hadoop.last();
    instanceRole.onDeposed(3);
    // when
    start.succeed();
    awaitIdle();
    // then
    assertThat(instanceRole.readiness())
        .isEqualTo(new Readiness(false, "not leading since term 3"));
  }

  @Test
  void shouldGoOnThoughTheStartOfATermFailsThatIsOver() {
    InstanceRole instanceRole = standingBy();
    instanceRole.onLeading(leader(3), singleton.getRef());
    FakeHadoop.Call start = hadoop.last();
    instanceRole.onDeposed(3);

    start.fail(new IllegalStateException("interrupted"));
    awaitIdle();

    assertThat(hadoop.last().name()).isEqualTo("stand by");
    assertThat(CoordinatedShutdown.get(kit.system()).getShutdownReason()).isEmpty();
  }

  // ---- failures ----

  @Test
  void shouldRefuseToServeWhenTheFirstStartFails() {
    InstanceRole instanceRole = instanceRole(false);
    instanceRole.onLeading(leader(3), singleton.getRef());

    hadoop.last().fail(new IllegalStateException("port 8032 is in use"));

    assertThatThrownBy(() -> instanceRole.serving().toCompletableFuture().join())
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("port 8032 is in use");
    assertThat(instanceRole.readiness()).isEqualTo(STARTING);
  }

  @Test
  void shouldRefuseToServeWithoutTheListsAndSayWhatIsWrongWithThem() {
    InstanceRole instanceRole = instanceRole(false);

    instanceRole.onStartRefused("exclude.xml:3: no end");

    assertThatThrownBy(() -> instanceRole.serving().toCompletableFuture().join())
        .hasCauseInstanceOf(CommandException.class)
        .hasMessageContaining("exclude.xml:3: no end");
    assertThat(hadoop.told()).isEmpty();
  }

  @Test
  void shouldRefuseToServeWhenItCannotStandBy() {
    InstanceRole instanceRole = instanceRole(true);
    instanceRole.standBy(member);

    hadoop.last().fail(new IllegalStateException("no HA settings"));
    member.complete(Done.getInstance());

    assertThatThrownBy(() -> instanceRole.serving().toCompletableFuture().join())
        .hasMessageContaining("no HA settings");
  }

  @Test
  void shouldEndTheInstanceWhenAStandbyCannotLead() {
    InstanceRole instanceRole = standingBy();
    instanceRole.onLeading(leader(3), singleton.getRef());

    hadoop.last().fail(new IllegalStateException("the state store does not answer"));

    await().until(() -> CoordinatedShutdown.get(kit.system()).getShutdownReason().isPresent());
  }

  @Test
  void shouldEndTheInstanceWhenALeaderCannotStandByAgain() {
    InstanceRole instanceRole = leading(standingBy(), 3);
    instanceRole.onDeposed(3);

    hadoop.last().fail(new IllegalStateException("port 8032 is in use"));

    await().until(() -> CoordinatedShutdown.get(kit.system()).getShutdownReason().isPresent());
  }

  // ---- the end ----

  @Test
  void shouldStandByNoMoreOnceTheInstanceEnds() {
    InstanceRole instanceRole = leading(standingBy(), 3);
    CompletableFuture<Done> ended = instanceRole.end().toCompletableFuture();
    assertThat(hadoop.last().name()).isEqualTo("stop");
    // when the leader's actor is stopped, too
    FakeHadoop.Call stop = hadoop.last();
    instanceRole.onDeposed(3);
    // then
    assertThat(hadoop.told()).containsExactly("stand by", "start in term 3", "stop", "stop");
    assertThat(instanceRole.readiness()).isEqualTo(new Readiness(false, "leaving"));
    assertThat(ended).isNotDone();
    stop.succeed();
    assertThat(ended).isCompleted();
  }

  @Test
  void shouldNotBeReadyAnyMoreByAStartThatIsDoneWhileTheInstanceEnds() {
    InstanceRole instanceRole = standingBy();
    instanceRole.onLeading(leader(3), singleton.getRef());
    FakeHadoop.Call start = hadoop.last();
    instanceRole.end();

    start.succeed();
    awaitIdle();

    assertThat(instanceRole.readiness()).isEqualTo(new Readiness(false, "leaving"));
    assertThat(instanceRole.state()).isEqualTo(InstanceState.LEAVING);
  }

  // ---- what others are told ----

  @Test
  void shouldTellOthersWhatItDoes() {
    // given
    InstanceRole instanceRole = instanceRole(true);
    assertThat(instanceRole.state()).isEqualTo(InstanceState.NOT_READY);
    member.complete(Done.getInstance());
    instanceRole.standBy(member);
    hadoop.last().succeed();
    awaitServing(instanceRole);
    assertThat(instanceRole.state()).isEqualTo(InstanceState.STANDBY);
    // when
    leading(instanceRole, 3);
    // then
    assertThat(instanceRole.state()).isEqualTo(InstanceState.LEADING);
    instanceRole.onDeposed(3);
    assertThat(instanceRole.state()).isEqualTo(InstanceState.NOT_READY);
  }

  /** By {@code yarn rmadmin -transitionToStandby}, and active again by -transitionToActive. */
  @Test
  void shouldNotSayThatItLeadsWhileAnAdministratorHasPutItsResourceManagerOnStandby() {
    // given
    InstanceRole instanceRole = leading(standingBy(), 3);
    // when
    hadoop.active = false;
    // then
    assertThat(instanceRole.state()).isEqualTo(InstanceState.LEADING_ON_STANDBY);
    assertThat(instanceRole.readiness().ready()).isFalse();
    assertThat(instanceRole.readiness().reason()).contains("on standby", "-transitionToActive");
    // when
    hadoop.active = true;
    // then
    assertThat(instanceRole.state()).isEqualTo(InstanceState.LEADING);
    assertThat(instanceRole.readiness()).isEqualTo(new Readiness(true, "leading in term 3"));
  }

  @Test
  void shouldNotSayThatItLeadsBeforeItsResourceManagerIsActive() {
    InstanceRole instanceRole = standingBy();
    hadoop.active = false;

    instanceRole.onLeading(leader(3), singleton.getRef());

    assertThat(instanceRole.state()).isEqualTo(InstanceState.NOT_READY);
    assertThat(instanceRole.readiness()).isEqualTo(new Readiness(false, "about to lead in term 3"));
  }

  // ---- given ----

  private InstanceRole instanceRole(boolean hasOthers) {
    return new InstanceRole(
        kit.system(), hadoop, journal.leaderTerm(), () -> journalProblem, hasOthers);
  }

  private InstanceRole standingBy() {
    InstanceRole instanceRole = instanceRole(true);
    member.complete(Done.getInstance());
    instanceRole.standBy(member);
    hadoop.last().succeed();
    awaitServing(instanceRole);
    return instanceRole;
  }

  private InstanceRole leading(InstanceRole instanceRole, long term) {
    instanceRole.onLeading(leader(term), singleton.getRef());
    hadoop.last().succeed();
    await()
        .until(
            () -> instanceRole.readiness().equals(new Readiness(true, "leading in term " + term)));
    return instanceRole;
  }

  /** Everything that is under way has been done: the system has one thread, which goes in order. */
  private void awaitIdle() {
    for (int hop = 0; hop < 3; hop++) {
      CompletableFuture.runAsync(() -> {}, kit.system().executionContext()).join();
    }
  }

  private static void awaitServing(InstanceRole instanceRole) {
    await().until(() -> instanceRole.serving().toCompletableFuture().isDone());
    assertThat(instanceRole.serving()).isCompleted();
  }
}
