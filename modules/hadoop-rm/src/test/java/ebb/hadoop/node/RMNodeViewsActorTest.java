package ebb.hadoop.node;

import static ebb.hadoop.heartbeat.Reports.registration;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import ebb.hadoop.FakeResourceManager;
import ebb.hadoop.report.FakeActors;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodeTableCommand.Changed;
import ebb.nodeslist.protocol.NodeTableCommand.Planned;
import ebb.nodeslist.protocol.NodeTableCommand.Subscribe;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The leader says everything once, and again to those who subscribe anew. */
class RMNodeViewsActorTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ActorTestKit kit = ActorTestKit.create(ManualTime.config());
  private final ManualTime time = ManualTime.get(kit.system());
  private final FakeResourceManager hadoop = new FakeResourceManager();
  private final AtomicBoolean clockStands = new AtomicBoolean();
  private final RMNodeViews nodes =
      new RMNodeViews(
          hadoop.context,
          FakeResourceManager.LEADER,
          new AtomicLong(),
          new FakeActors(),
          this::now,
          600_000);
  private final TestProbe<LeaderCommand> leader = kit.createTestProbe();
  private final TestProbe<NodeTableCommand.PlanAcknowledged> heard = kit.createTestProbe();
  private final PublishedNode node = PublishedNode.running();

  private long now() {
    if (clockStands.get()) {
      throw new IllegalStateException("the clock stands");
    }
    return hadoop.clock.get();
  }

  @BeforeEach
  void register() {
    nodes.register(registration(node, 2, true, List.of(), List.of()));
    hadoop.held.put(view(), List.of());
    hadoop.events.clear();
  }

  @AfterEach
  void shutDown() {
    kit.shutdownTestKit();
  }

  private RMNodeView view() {
    return nodes.find(node.node().nodeId()).orElseThrow();
  }

  private ActorRef<NodeTableCommand.News> start() {
    kit.<RMNodeViewsActor.Command>spawn(RMNodeViewsActor.create(nodes, leader.getRef()))
        .tell(new RMNodeViewsActor.Start());
    return subscriber();
  }

  private ActorRef<NodeTableCommand.News> subscriber() {
    return leader.expectMessageClass(Subscribe.class).subscriber();
  }

  /** Returns when all that was said before is done with. */
  private void plan(ActorRef<NodeTableCommand.News> subscriber, long version) {
    subscriber.tell(new Planned(version, List.of(), heard.getRef()));
    heard.expectMessage(new NodeTableCommand.PlanAcknowledged(version));
  }

  @Test
  void shouldSayThatAPlanIsHeardWhenItsNodesDrain() {
    // given
    ActorRef<NodeTableCommand.News> subscriber = start();
    // when
    subscriber.tell(new Planned(2, List.of(node.planned()), heard.getRef()));
    // then
    heard.expectMessage(new NodeTableCommand.PlanAcknowledged(2));
    assertThat(view().getState()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(hadoop.sizesAtScheduler().get(0).getMemorySize()).isZero();
  }

  @Test
  void shouldTellTheOtherNodesOfAPlanAndAnswerThoughOneOfThemFails() {
    // given
    var other = new PublishedNode("nm2").registers(true);
    nodes.register(registration(other, 3, true, List.of(), List.of()));
    ActorRef<NodeTableCommand.News> subscriber = start();
    var log = new ListAppender<ILoggingEvent>();
    log.start();
    Logger logger = (Logger) LoggerFactory.getLogger(RMNodeViewsActor.class);
    logger.addAppender(log);
    try {
      // when the scheduler cannot be told of the first
      hadoop.refusesAnEvent.set(true);
      subscriber.tell(new Planned(2, List.of(node.planned(), other.planned()), heard.getRef()));
      // then
      heard.expectMessage(new NodeTableCommand.PlanAcknowledged(2));
      assertThat(view().published()).isEqualTo(node.node());
      assertThat(nodes.publishedState(other.node().nodeId())).contains(other.planned().node());
      assertThat(log.list)
          .extracting(ILoggingEvent::getLevel, line -> line.getArgumentArray()[0])
          .containsExactly(tuple(Level.ERROR, node.node().nodeId()));
      // and all is asked for again
      time.timePasses(SECOND);
      subscriber();
    } finally {
      logger.detachAppender(log);
    }
  }

  @Test
  void shouldSubscribeAnewASecondAfterNewsThatFailed() {
    // given
    ActorRef<NodeTableCommand.News> subscriber = start();
    Changed drains = new Changed(node.drains().publication());
    // when the scheduler cannot be told
    hadoop.refusesAnEvent.set(true);
    subscriber.tell(drains);
    plan(subscriber, 2);
    time.expectNoMessageFor(SECOND.minusMillis(1), leader);
    time.timePasses(Duration.ofMillis(1));
    // then all is asked for again
    subscriber = subscriber();
    assertThat(hadoop.sizesAtScheduler()).isEmpty();
    // and the same news is followed now
    subscriber.tell(drains);
    plan(subscriber, 3);
    assertThat(hadoop.sizesAtScheduler()).extracting(Resource::getMemorySize).containsExactly(0L);
    assertThat(hadoop.announcements()).containsExactly("NODE_DECOMMISSIONING");
    // and once only
    time.expectNoMessageFor(SECOND.multipliedBy(5), leader);
  }

  @Test
  void shouldGiveTheSchedulerTheWholeNodeBackThoughThatFailedAtFirst() {
    // given
    ActorRef<NodeTableCommand.News> subscriber = start();
    subscriber.tell(new Changed(node.drains().publication()));
    plan(subscriber, 2);
    // when
    Changed serves = new Changed(node.isRecommissioned().publication());
    hadoop.refusesAnEvent.set(true);
    subscriber.tell(serves);
    subscriber.tell(serves);
    plan(subscriber, 3);
    // then
    assertThat(hadoop.sizesAtScheduler()).last().isEqualTo(view().getTotalCapability());
  }

  /** Each of the failures that follow comes before the second is over. */
  @Test
  void shouldSubscribeAnewWhileTicksGoOnFailing() {
    // given
    ActorRef<NodeTableCommand.News> subscriber = start();
    // when
    clockStands.set(true);
    for (int tick = 1; tick <= 11; tick++) {
      time.timePasses(nodes.stepInterval());
      plan(subscriber, tick);
    }
    // then
    subscriber();
  }
}
