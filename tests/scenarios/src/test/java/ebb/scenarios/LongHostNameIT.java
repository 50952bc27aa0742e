package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.SharedJournal;
import ebb.postgres.PostgresServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A host whose name has the maximum length of DNS registers among others. Such a name was once too
 * long for the journal, and failed everything that was written with it: registrations of others,
 * and refreshes.
 */
@Tag("long")
class LongHostNameIT {
  private static final int OTHERS = 30;
  private static final String LONGEST =
      String.join(".", "a".repeat(63), "b".repeat(63), "c".repeat(63), "d".repeat(61));

  @Test
  void shouldServeAndDrainAHostOfTheLongestName() throws Exception {
    assertThat(LONGEST).hasSize(253);
    try (PostgresServer postgres = PostgresServer.start();
        LoneInstance instance =
            LoneInstance.with(
                new SharedJournal(
                    postgres.createDatabase(), PostgresServer.USER, postgres.password()))) {
      instance.start();
      // when all register at the same time
      List<BeatingNode> nodes = new ArrayList<>();
      nodes.add(instance.startUnregistered(LONGEST));
      for (int i = 0; i < OTHERS; i++) {
        nodes.add(instance.startUnregistered("n" + i + ".example.com"));
      }
      instance.startUnregistered(LONGEST + "d");
      // then all serve, but for the one whose name is longer than a name can be
      for (BeatingNode node : nodes) {
        instance.awaitState(node, "RUNNING");
      }
      await()
          .atMost(LoneInstance.PATIENCE)
          .untilAsserted(() -> assertThat(instance.logged("has 254 characters")).isNotEmpty());
      assertThat(instance.cluster().adminApi().nodes())
          .extracting(view -> view.nodeId().host())
          .doesNotContain(LONGEST + "d");
      // and one refresh drains all of them
      instance
          .cluster()
          .excludeFile()
          .write(
              nodes.stream()
                  .map(node -> ExcludedHost.within(node.id().host(), Duration.ofHours(2)))
                  .toList());
      instance.refresh();
      for (BeatingNode node : nodes) {
        instance.awaitState(node, "DECOMMISSIONING");
      }
      nodes.forEach(BeatingNode::finishes);
      for (BeatingNode node : nodes) {
        instance.awaitState(node, "DECOMMISSIONED");
      }
    }
  }
}
