package ebb.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import com.typesafe.config.ConfigFactory;
import ebb.domain.Drain;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/**
 * Stock YARN walks through one unsynchronised map of draining nodes, and its timer dies of a
 * heartbeat at the wrong moment. Here each drain has timers of its own.
 */
class ManyWatchersTest {
  private static final int DRAINS = 20_000;
  private static final Duration POLL = Duration.ofMillis(500);

  private final Set<NodeId> overdue = ConcurrentHashMap.newKeySet();
  private final CountDownLatch allOverdue = new CountDownLatch(DRAINS);

  /** Each node hears of its deadline again and again. */
  private final CountDownLatch fourTimesEach = new CountDownLatch(4 * DRAINS);

  @Test
  void shouldTellEachOfTwentyThousandNodesOfItsDeadlineAndGoOnPolling() throws Exception {
    ActorTestKit kit =
        ActorTestKit.create(ConfigFactory.parseString("akka.actor.provider = local"));
    try {
      // given
      for (int number = 0; number < DRAINS; number++) {
        watch(kit, new NodeId("host" + number, 4321));
      }
      // then
      assertThat(allOverdue.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(fourTimesEach.await(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      kit.shutdownTestKit();
    }
  }

  private void watch(ActorTestKit kit, NodeId id) {
    Drain sample = Drains.drain(1, DrainTimeout.ofSeconds(1));
    Drain drain =
        new Drain(1, Instant.now(), sample.timeout(), sample.timeoutSource(), sample.askedBy());
    LongConsumer node =
        epoch -> {
          if (overdue.add(id)) {
            allOverdue.countDown();
          }
          fourTimesEach.countDown();
        };
    kit.spawn(
        DecommissioningNodeWatcher.create(id, drain, node, POLL, Clock.systemUTC()),
        "watcher-" + id.host());
  }
}
