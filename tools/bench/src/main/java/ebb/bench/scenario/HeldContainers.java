package ebb.bench.scenario;

import ebb.bench.rm.YarnClients;
import ebb.simulator.Fleet;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * The containers of a fleet at one moment.
 *
 * @param counted by the ResourceManager
 * @param running on the nodes
 */
public record HeldContainers(int counted, int running) {
  /** A container still missing after this time is lost. */
  private static final Duration RECOVERED_WITHIN = Duration.ofSeconds(30);

  /** Three heartbeats: a container that was recovered and then ended shows by then. */
  private static final Duration SETTLED = Duration.ofSeconds(3);

  private static final Duration PAUSE = Duration.ofMillis(100);

  public static HeldContainers of(YarnClients clients, Fleet fleet)
      throws IOException, YarnException {
    return new HeldContainers(clients.usedContainers(), fleet.state().containers());
  }

  /**
   * Gives a ResourceManager that has just taken over, and to which every node has reconnected, time
   * to count what still runs.
   *
   * @return how many have gone since, by its count or by that of the nodes, whichever is larger
   */
  public int lostBy(YarnClients clients, Fleet fleet)
      throws IOException, YarnException, InterruptedException {
    long end = System.nanoTime() + RECOVERED_WITHIN.toNanos();
    HeldContainers now = of(clients, fleet);
    while (now.counted < Math.min(counted, now.running) && System.nanoTime() < end) {
      Thread.sleep(PAUSE.toMillis());
      now = of(clients, fleet);
    }
    Thread.sleep(SETTLED.toMillis());
    now = of(clients, fleet);
    return Math.max(counted - now.counted, running - now.running);
  }
}
