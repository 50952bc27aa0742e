package ebb.domain;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeEvent.NodeRebooted;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeEvent.NodeShutDown;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever comes in whatever order, the promises hold. A failed walk names its seed; repeat it with
 * {@code -Dseed=<seed>}.
 */
class NodeRandomWalkTest {
  private static final int STEPS = 500;
  private static final NodeId ID = new NodeId("host1", 1234);

  static LongStream seeds() {
    Long wanted = Long.getLong("seed");
    return wanted == null ? LongStream.rangeClosed(1, 30) : LongStream.of(wanted);
  }

  @ParameterizedTest(name = "-Dseed={0}")
  @MethodSource("seeds")
  void shouldKeepItsPromisesOnARandomWalk(long seed) {
    RandomCommands commands = new RandomCommands(seed, ID);
    JournaledNode node = new JournaledNode(ID);
    Map<Long, Instant> starts = new TreeMap<>();
    for (int step = 1; step <= STEPS; step++) {
      String where = "step " + step + " of the walk with -Dseed=" + seed;
      NodeLifecycle before = node.live();
      // when; the node replays its journal, and its constructor checks the invariant
      Decision decision = walk(node, commands.next(), where);
      // then
      NodeLifecycle after = node.live();
      assertThat(after.listVersion()).as(where).isGreaterThanOrEqualTo(before.listVersion());
      assertThat(after.lastEpoch() - before.lastEpoch()).as(where).isBetween(0L, 1L);
      assertThat(decision instanceof Decision.Persist || after.equals(before)).as(where).isTrue();
      after
          .drain()
          .ifPresent(
              drain ->
                  assertThat(drain.startedAt())
                      .as("start of drain %s at %s", drain.epoch(), where)
                      .isEqualTo(starts.computeIfAbsent(drain.epoch(), e -> drain.startedAt())));
    }
    assertThat(starts).as("the walk with -Dseed=%s drains at all", seed).isNotEmpty();
    assertThatEachDrainEndsOnce(node, seed);
  }

  private static Decision walk(JournaledNode node, Command command, String where) {
    try {
      return node.tell(command);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(where, e);
    }
  }

  /** Reads the journal with an eye of its own, not with apply. */
  private static void assertThatEachDrainEndsOnce(JournaledNode node, long seed) {
    Map<Long, Integer> ends = new TreeMap<>();
    long open = 0;
    long newestDrainOrder = 0;
    for (NodeEvent event : node.journal()) {
      String where = "-Dseed=" + seed + ", " + event;
      if (event instanceof DecommissioningStarted started) {
        assertThat(open).as(where).isZero();
        assertThat(started.epoch()).as(where).isEqualTo(ends.size() + 1L);
        assertThat(started.by().listVersion()).as(where).isGreaterThan(newestDrainOrder);
        assertThat(started.startedAt()).as(where).isBeforeOrEqualTo(started.by().at());
        newestDrainOrder = started.by().listVersion();
        open = started.epoch();
        ends.put(open, 0);
      } else if (event instanceof DecommissioningTimeoutChanged changed) {
        assertThat(changed.epoch()).as(where).isEqualTo(open);
      } else if (endsDrain(event, open)) {
        ends.merge(open, 1, Integer::sum);
        open = 0;
      }
    }
    long stillOpen = open;
    assertThat(node.state() == NodeState.DECOMMISSIONING).isEqualTo(stillOpen > 0);
    ends.forEach(
        (epoch, count) ->
            assertThat(count)
                .as("ends of drain %s, -Dseed=%s", epoch, seed)
                .isEqualTo(epoch == stillOpen ? 0 : 1));
  }

  /** Events that name a drain have to name the open one, or none if none is open. */
  private static boolean endsDrain(NodeEvent event, long open) {
    if (event instanceof NodeDecommissioned ended) {
      assertThat(ended.epoch()).as("%s", event).isEqualTo(open);
    } else if (event instanceof NodeRecommissioned ended) {
      assertThat(ended.epoch()).as("%s", event).isEqualTo(open);
    }
    boolean terminal =
        List.of(
                NodeDecommissioned.class,
                NodeRecommissioned.class,
                NodeLost.class,
                NodeRebooted.class,
                NodeShutDown.class)
            .contains(event.getClass());
    return terminal && open > 0;
  }
}
