package ebb.node;

import static ebb.node.Samples.ALICE;
import static ebb.node.Samples.NORMAL;
import static ebb.node.Samples.ONE_CONTAINER;
import static ebb.node.Samples.ONE_MINUTE;
import static ebb.node.Samples.RECOMMISSION;
import static ebb.node.Samples.SIZE;
import static ebb.node.Samples.T0;
import static ebb.node.Samples.graceful;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import akka.persistence.testkit.javadsl.EventSourcedBehaviorTestKit;
import akka.persistence.testkit.javadsl.EventSourcedBehaviorTestKit.CommandResult;
import akka.persistence.testkit.javadsl.EventSourcedBehaviorTestKit.CommandResultWithReply;
import com.typesafe.config.ConfigFactory;
import ebb.domain.DrainStatus;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.ListVersionAdvanced;
import ebb.domain.NodeEvent.NodeCapacityChanged;
import ebb.domain.NodeEvent.NodeHealthChanged;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeEvent.NodeRebooted;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeEvent.NodeShutDown;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.RejectionCode;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.node.NodeCommand.Get;
import ebb.node.NodeCommand.Reconcile;
import ebb.node.NodeCommand.Register;
import ebb.node.NodeCommand.ReportExpiry;
import ebb.node.NodeCommand.ReportHealth;
import ebb.node.NodeCommand.ReportReboot;
import ebb.node.NodeCommand.ReportWorkload;
import ebb.node.NodeCommand.Resize;
import ebb.node.NodeCommand.Unregister;
import ebb.node.NodeReply.Current;
import ebb.node.NodeReply.Refused;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.threeten.extra.MutableClock;

/** Each command becomes the right event and answer; the rules themselves are tested in domain. */
final class RMNodeTest {
  private static final NodeId NODE = new NodeId("nm1.example", 8041);
  private static final ActorTestKit TEST_KIT =
      ActorTestKit.create(EventSourcedBehaviorTestKit.config().withFallback(ConfigFactory.load()));
  private static final Leader LEADER =
      new Leader(1, TEST_KIT.<NodeStateUpdate>createTestProbe().ref());
  private static final ReportStamp FIRST = new ReportStamp(LEADER, 1, Optional.empty());
  private static final ReportStamp SECOND = new ReportStamp(LEADER, 2, Optional.empty());

  private final MutableClock clock = MutableClock.of(T0, ZoneOffset.UTC);
  private final EventSourcedBehaviorTestKit<NodeCommand, NodeEvent, NodeLifecycle> node =
      EventSourcedBehaviorTestKit.create(
          TEST_KIT.system(),
          RMNode.create(NODE, new NodeSettings("rm1", Duration.ofHours(1)), clock),
          // The state is never written: there are no snapshots.
          EventSourcedBehaviorTestKit.enabledSerializationSettings()
              .withVerifyEquality(true)
              .withVerifyState(false));

  @BeforeEach
  void clearJournal() {
    node.clear();
  }

  @AfterAll
  static void shutdown() {
    TEST_KIT.shutdownTestKit();
  }

  @Test
  void shouldAdmitANodeManager() {
    var result = register(FIRST, SIZE, true, 3);

    assertThat(result.event())
        .isEqualTo(new NodeRegistered(NODE, SIZE, true, by("nodemanager", Origin.REGISTRATION, 3)));
    assertThat(result.reply())
        .isEqualTo(
            new Current(
                new NodeStateUpdate(1, T0.toEpochMilli() + 1, result.state(), Optional.empty())));
  }

  @Test
  void shouldRefuseANodeManagerThatTheListsDoNotAllow() {
    var result = register(FIRST, SIZE, false, 3);

    assertThat(result.hasNoEvents()).isTrue();
    assertThat(((Refused) result.reply()).code()).isEqualTo(RejectionCode.HOST_DISALLOWED);
  }

  @Test
  void shouldRefuseARegistrationThatALaterOneHasOvertaken() {
    // given
    register(SECOND, SIZE, true, 0);

    // when
    var result = register(FIRST, Resource.of(1, 1), true, 0);

    // then
    assertThat(result.hasNoEvents()).isTrue();
    assertThat(((Refused) result.reply()).code()).isEqualTo(RejectionCode.STALE);
  }

  /** A refresh in between may have planned without it. */
  @Test
  void shouldNotServeByARegistrationThatNobodyWaitsForAnyMore() {
    var late =
        this.<NodeReply>ask(
            replyTo -> new Register(FIRST, SIZE, true, true, 0, T0.minusMillis(1), replyTo));
    assertThat(late.hasNoEvents()).isTrue();
    assertThat(((Refused) late.reply()).code()).isEqualTo(RejectionCode.STALE);

    var inTime =
        this.<NodeReply>ask(replyTo -> new Register(FIRST, SIZE, true, true, 0, T0, replyTo));
    assertThat(inTime.reply()).isInstanceOf(Current.class);
  }

  @Test
  void shouldWriteNothingWhenARegistrationChangesNothing() {
    register(FIRST, SIZE, true, 0);

    var result = register(SECOND, SIZE, true, 0);

    assertThat(result.hasNoEvents()).isTrue();
    assertThat(((Current) result.reply()).publication().revision()).isEqualTo(1);
  }

  @Test
  void shouldApplyTheOrderThatBelongsToTheListsItRegisteredAgainUnder() {
    // given a node in service that registers between a refresh and the order that follows from it
    register(FIRST, SIZE, true, 0);
    register(SECOND, Resource.of(1024, 1), false, 1);

    // when
    var result = applyOrder(graceful(ONE_MINUTE), 1);

    // then
    assertThat(result.state().state()).isEqualTo(NodeState.DECOMMISSIONING);
  }

  @Test
  void shouldNotApplyAnOrderOlderThanTheListsThatAdmittedIt() {
    register(FIRST, SIZE, true, 5);

    var result = applyOrder(NORMAL, 4);

    assertThat(result.hasNoEvents()).isTrue();
    assertThat(result.state().listVersion()).isEqualTo(5);
  }

  @Test
  void shouldStartADrainWhenItsRefreshWasPlanned() {
    // given
    register(FIRST, SIZE, true, 0);
    clock.add(Duration.ofSeconds(5));

    // when the order comes five seconds late
    var result = applyOrder(graceful(ONE_MINUTE), 1);

    // then
    assertThat(result.event())
        .isEqualTo(
            new DecommissioningStarted(
                NODE,
                1,
                T0,
                ONE_MINUTE,
                TimeoutSource.REQUEST,
                Optional.of(SIZE),
                ALICE.stamp(T0.plusSeconds(5), "rm1", 1)));
    assertThat(result.state().listVersion()).isEqualTo(1);
    assertThat(progress())
        .contains(new DrainProgress(DrainStatus.WAIT_CONTAINER, Optional.empty()));
  }

  @Test
  void shouldApplyAnOrderOnce() {
    register(FIRST, SIZE, true, 0);
    applyOrder(graceful(ONE_MINUTE), 1);

    var result = applyOrder(graceful(ONE_MINUTE), 1);

    assertThat(result.hasNoEvents()).isTrue();
  }

  @Test
  void shouldKeepTheStartWhenTheTimeoutChanges() {
    register(FIRST, SIZE, true, 0);
    applyOrder(graceful(ONE_MINUTE), 1);
    clock.add(Duration.ofSeconds(30));

    var result = applyOrder(graceful(DrainTimeout.ofSeconds(120)), 2);

    assertThat(result.event()).isInstanceOf(DecommissioningTimeoutChanged.class);
    assertThat(result.state().drain().orElseThrow().deadline()).contains(T0.plusSeconds(120));
  }

  @Test
  void shouldDrainANodeThatNeverRegistered() {
    var result = applyOrder(graceful(ONE_MINUTE), 1);

    assertThat(result.state().state()).isEqualTo(NodeState.DECOMMISSIONING);
  }

  @Test
  void shouldNoteARefreshThatWantsNothingOfIt() {
    register(FIRST, SIZE, true, 0);

    var result = applyOrder(RECOMMISSION, 1);

    assertThat(result.event()).isInstanceOf(ListVersionAdvanced.class);
    assertThat(result.state().listVersion()).isEqualTo(1);
  }

  @Test
  void shouldWriteAChangeOfHealth() {
    register(FIRST, SIZE, true, 2);

    var sick = run(new ReportHealth(FIRST, false, "disk full"));
    var again = run(new ReportHealth(FIRST, false, "disk full"));

    assertThat(sick.event())
        .isEqualTo(
            new NodeHealthChanged(
                NODE, false, "disk full", by("nodemanager", Origin.HEARTBEAT, 2)));
    assertThat(again.hasNoEvents()).isTrue();
  }

  @Test
  void shouldWriteHowItLeftService() {
    register(FIRST, SIZE, true, 0);
    assertThat(run(new ReportExpiry(FIRST)).event())
        .isEqualTo(new NodeLost(NODE, by("leader", Origin.EXPIRY, 0)));
    register(FIRST, SIZE, true, 0);
    assertThat(run(new ReportReboot(FIRST)).event())
        .isEqualTo(new NodeRebooted(NODE, by("nodemanager", Origin.HEARTBEAT, 0)));
    register(FIRST, SIZE, true, 0);
    assertThat(run(new Unregister(FIRST)).event())
        .isEqualTo(new NodeShutDown(NODE, by("nodemanager", Origin.UNREGISTRATION, 0)));
  }

  @Test
  void shouldNotBelieveFactsOfAnEarlierRegistration() {
    register(SECOND, SIZE, true, 0);

    assertThat(run(new ReportExpiry(FIRST)).hasNoEvents()).isTrue();
    assertThat(run(new ReportReboot(FIRST)).hasNoEvents()).isTrue();
    assertThat(run(new Unregister(FIRST)).hasNoEvents()).isTrue();
    assertThat(run(new ReportHealth(FIRST, false, "")).hasNoEvents()).isTrue();
  }

  @Test
  void shouldNotBelieveALeaderThatWokeLate() {
    // given
    register(FIRST, SIZE, true, 0);
    var next = new Leader(2, LEADER.publications());
    run(new Reconcile(next, Optional.empty(), Optional.empty()));

    // when
    var result = run(new ReportExpiry(FIRST));

    // then
    assertThat(result.hasNoEvents()).isTrue();
  }

  @Test
  void shouldResizeAnActiveNodeOnly() {
    // given
    register(FIRST, SIZE, true, 0);
    var bigger = Resource.of(16384, 16);

    // when
    var active = this.<NodeReply>ask(replyTo -> new Resize(FIRST.leader(), bigger, ALICE, replyTo));
    applyOrder(NORMAL, 1);
    var inactive = this.<NodeReply>ask(replyTo -> new Resize(FIRST.leader(), SIZE, ALICE, replyTo));

    // then
    assertThat(((Current) active.reply()).publication().node().capacity()).contains(bigger);
    assertThat(active.event())
        .isEqualTo(new NodeCapacityChanged(NODE, bigger, ALICE.stamp(T0, "rm1", 0)));
    assertThat(((Refused) inactive.reply()).code()).isEqualTo(RejectionCode.NODE_INACTIVE);
  }

  @Test
  void shouldRecoverItsStateFromTheJournal() {
    register(FIRST, SIZE, true, 0);
    var before = applyOrder(graceful(ONE_MINUTE), 1).state();

    assertThat(node.restart().state()).isEqualTo(before);
  }

  @Test
  void shouldHandleEveryCommandOfTheProtocol() {
    // given
    ActorRef<NodeReply> replyTo = TEST_KIT.<NodeReply>createTestProbe().ref();
    List<NodeCommand> samples =
        List.of(
            new Register(FIRST, SIZE, true, true, 0, Instant.MAX, replyTo),
            reconcile(graceful(ONE_MINUTE), 1),
            new ReportWorkload(FIRST, 1, 2, 1, ONE_CONTAINER),
            new ReportHealth(FIRST, false, "disk full"),
            new Resize(FIRST.leader(), SIZE, ALICE, replyTo),
            new Get(replyTo),
            new Poll(1),
            new ReportReboot(FIRST),
            new ReportExpiry(FIRST),
            new Unregister(FIRST));

    // when
    samples.forEach(this::run);

    // then it is alive, and nothing is left out
    assertThat(progress()).isEmpty();
    assertThat(samples.stream().<Class<?>>map(Object::getClass))
        .containsExactlyInAnyOrderElementsOf(commands(NodeCommand.class));
  }

  private static Set<Class<?>> commands(Class<?> type) {
    return Stream.of(type.getPermittedSubclasses())
        .flatMap(each -> each.isSealed() ? commands(each).stream() : Stream.of(each))
        .collect(Collectors.toSet());
  }

  private CommandResult<NodeCommand, NodeEvent, NodeLifecycle> run(NodeCommand command) {
    return node.runCommand(command);
  }

  private <R extends NodeReply>
      CommandResultWithReply<NodeCommand, NodeEvent, NodeLifecycle, R> ask(
          Function<ActorRef<R>, NodeCommand> command) {
    return node.runCommand(command);
  }

  private CommandResultWithReply<NodeCommand, NodeEvent, NodeLifecycle, NodeReply> register(
      ReportStamp stamp, Resource size, boolean allowed, long listVersion) {
    return this.<NodeReply>ask(
        replyTo -> new Register(stamp, size, true, allowed, listVersion, Instant.MAX, replyTo));
  }

  private CommandResult<NodeCommand, NodeEvent, NodeLifecycle> applyOrder(
      NodeAction action, long listVersion) {
    return run(reconcile(action, listVersion));
  }

  private Reconcile reconcile(NodeAction action, long listVersion) {
    var order = Samples.order(NODE, action, listVersion, T0);
    return new Reconcile(LEADER, Optional.of(order), Optional.empty());
  }

  private Optional<DrainProgress> progress() {
    var reply = (Current) this.<NodeReply>ask(Get::new).reply();
    return reply.publication().progress();
  }

  private static Provenance by(String actor, Origin origin, long listVersion) {
    return new Provenance(
        T0,
        "rm1",
        actor,
        origin,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        listVersion);
  }
}
