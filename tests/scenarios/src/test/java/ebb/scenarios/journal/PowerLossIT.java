package ebb.scenarios.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.client.DrainView;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.LoneInstance;
import ebb.scenarios.Written;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The machine of the only instance loses power while it writes, again and again. */
@Tag("long")
class PowerLossIT extends DiskFixture {
  private static final int MEGABYTES = 96;
  private static final int LOSSES = 3;
  private static final Duration TWO_HOURS = Duration.ofHours(2);
  private final Random random = new Random();

  /** Ids of operations that were acknowledged. */
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

  @Test
  void shouldStartWithAllThatWasAcknowledged() throws Exception {
    TemporaryDisk ext4 = TemporaryDisk.withExt4(instance.data(), MEGABYTES);
    disk = Optional.of(ext4);
    instance.start();
    BeatingNode draining = instance.startNode("127.0.59.1");
    DrainView drain = instance.drain(draining, TWO_HOURS);
    for (int loss = 0; loss < LOSSES; loss++) {
      int enough = acknowledged.size() + 5 + random.nextInt(20);
      Thread operator = new Thread(this::refreshUntilItFails, "operator");
      operator.start();
      await().atMost(LoneInstance.PATIENCE).until(() -> acknowledged.size() >= enough);

      ext4.losePower(instance.process().process());
      operator.join(LoneInstance.PATIENCE.toMillis());

      instance.start();
      instance.awaitState(draining, "DECOMMISSIONING");
      assertThat(instance.drainOf(draining)).get().matches(drain::isSameAs);
    }
    instance.stop();
    Set<String> written =
        new Written(instance.cluster().journal())
            .refreshes().stream().map(refresh -> refresh.operationId()).collect(Collectors.toSet());
    System.out.println("loss of power: " + acknowledged.size() + " acknowledged refreshes");
    assertThat(written).containsAll(acknowledged);
  }

  private void refreshUntilItFails() {
    try {
      while (true) {
        acknowledged.add(
            instance
                .process()
                .adminApi()
                .drain(LoneInstance.PATIENCE, UUID.randomUUID().toString())
                .operationId());
      }
    } catch (IOException e) {
      // The power is off.
    }
  }
}
