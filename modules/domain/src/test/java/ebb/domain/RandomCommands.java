package ebb.domain;

import static ebb.domain.SampleCommands.OTHER_SIZE;
import static ebb.domain.SampleCommands.SIZE;
import static ebb.domain.provenance.Stamps.ADMIN;
import static ebb.domain.provenance.Stamps.T0;

import ebb.domain.provenance.Provenance;
import ebb.domain.work.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Commands as a bad day would bring them: orders are planned in sequence but arrive late, twice, in
 * any order or never; ticks and reports belong to any drain, the present one included.
 */
final class RandomCommands {
  private static final List<DrainTimeout> TIMEOUTS =
      List.of(
          DrainTimeout.ofSeconds(0),
          DrainTimeout.ofSeconds(30),
          DrainTimeout.ofSeconds(300),
          DrainTimeout.INFINITE);

  private final Random random;
  private final NodeId nodeId;
  private final List<NodeOrder> orders = new ArrayList<>();
  private Instant now = T0;

  RandomCommands(long seed, NodeId nodeId) {
    this.random = new Random(seed);
    this.nodeId = nodeId;
  }

  Command next() {
    now = now.plusSeconds(random.nextInt(20));
    return switch (random.nextInt(14)) {
      case 0, 1, 2, 3 -> deliver(plan());
      case 4 -> deliverAnyOf(orders);
      case 5 -> register(chance(80));
      case 6 -> register(chance(20));
      case 7 -> reportHealth(chance(50));
      case 8 -> resize();
      case 9 -> tick();
      case 10 -> progressed();
      case 11 -> reportDrained();
      case 12 -> chance(50) ? SampleCommands.expire() : SampleCommands.reboot();
      default -> chance(30) ? SampleCommands.sayGoodbye() : tick();
    };
  }

  private NodeOrder plan() {
    NodeOrder planned = new NodeOrder(nodeId, action(), orders.size() + 1L, now, ADMIN);
    orders.add(planned);
    return planned;
  }

  private NodeAction action() {
    return switch (random.nextInt(10)) {
      case 9 -> new NodeAction.ChangeTimeout(oneOf(TIMEOUTS));
      case 8 -> new NodeAction.EndDrainOf("op-1", random.nextInt(orders.size() + 1));
      case 0, 1, 2, 3 ->
          new NodeAction.GracefulDecommission(
              oneOf(TIMEOUTS),
              oneOf(List.of(TimeoutSource.values())),
              chance(50)
                  ? Optional.empty()
                  : Optional.of(oneOf(List.of(NodeAction.KeptDrains.values()))));
      case 4, 5 -> new NodeAction.Recommission();
      case 6 ->
          new NodeAction.Decommission(
              chance(50) ? DecommissionCause.NORMAL : DecommissionCause.FORCED,
              chance(50) ? Optional.empty() : Optional.of((long) orders.size()));
      default -> new NodeAction.ShutDown();
    };
  }

  /** Now, or by and by through {@link #deliverAnyOf}. */
  private Command deliver(NodeOrder planned) {
    return chance(75) ? applyOrder(planned) : tick();
  }

  private Command deliverAnyOf(List<NodeOrder> planned) {
    return planned.isEmpty() ? tick() : applyOrder(oneOf(planned));
  }

  private Command applyOrder(NodeOrder order) {
    Provenance by = order.initiator().stamp(now, "rm1", order.listVersion());
    return node -> node.applyOrder(order, by);
  }

  private Command register(boolean allowed) {
    Resource size = chance(50) ? SIZE : OTHER_SIZE;
    boolean healthy = chance(70);
    Provenance by = stamp();
    return node -> node.register(size, healthy, allowed, by);
  }

  private Command reportHealth(boolean healthy) {
    Provenance by = stamp();
    return node -> node.reportHealth(healthy, healthy ? "" : "disk full", by);
  }

  private Command resize() {
    Resource size = chance(50) ? SIZE : OTHER_SIZE;
    Provenance by = stamp();
    return node -> node.resize(size, by);
  }

  private Command tick() {
    long back = random.nextInt(3);
    Provenance by = stamp();
    return node -> node.deadlineReached(node.lastEpoch() - back, by);
  }

  private Command progressed() {
    long back = random.nextInt(3);
    Optional<Workload> workload =
        chance(30)
            ? Optional.empty()
            : Optional.of(new Workload(random.nextInt(2), new TreeSet<>(Set.of("app_1"))));
    Provenance by = stamp();
    return node -> node.progressed(node.lastEpoch() - back, workload, DrainAccount.ZERO, by);
  }

  private Command reportDrained() {
    long back = random.nextInt(3);
    Provenance by = stamp();
    return node -> node.drained(node.lastEpoch() - back, by);
  }

  /** By a writer that knows every refresh planned so far. */
  private Provenance stamp() {
    return ADMIN.stamp(now, "rm1", orders.size());
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private <T> T oneOf(List<T> choice) {
    return choice.get(random.nextInt(choice.size()));
  }
}
