package ebb.simulation;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.AskPattern;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.NodeState;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListState;
import ebb.journal.event.JournaledEvent;
import ebb.journal.replay.JournalReplay;
import ebb.journal.replay.NodeStep;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.observed.ObservedNode;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.simulation.JournalDisk.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;

/**
 * Runs when nothing has happened for a while. Collects the state of all nodes for the checker, and
 * checks what a journal and answers cannot show: what Hadoop shows, and whether the lists and the
 * NodeManagers justify each state.
 */
final class LiveChecks {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int ATTEMPTS = 3;

  private final World world;
  private final ActorRef<LeaderCommand> leader;
  private final ActiveHadoop hadoop;
  private final NodesListState lists;
  private final SortedMap<NodeId, NodeStep> replayed;
  private final List<Violation> findings = new ArrayList<>();

  private LiveChecks(
      World world,
      ActorRef<LeaderCommand> leader,
      ActiveHadoop hadoop,
      NodesListState lists,
      SortedMap<NodeId, NodeStep> replayed) {
    this.world = world;
    this.leader = leader;
    this.hadoop = hadoop;
    this.lists = lists;
    this.replayed = replayed;
  }

  static List<Violation> findings(World world, List<Row> rows) {
    if (world.leader().isEmpty() || world.hadoop().isEmpty()) {
      return List.of(new Violation("LEADS_AGAIN", "nobody leads, though nothing is the matter"));
    }
    NodesListState lists = NodesListState.EMPTY;
    for (NodesListEvent event :
        JournaledEvent.ofKind(NodesListEvent.class, rows.stream().map(Row::journaled).toList())) {
      lists = lists.apply(event);
    }
    LiveChecks checks =
        new LiveChecks(world, world.leader().get(), world.hadoop().get(), lists, last(rows));
    checks.orders();
    checks.givenUp();
    checks.askAll();
    checks.hadoop();
    checks.service();
    return checks.findings;
  }

  private static SortedMap<NodeId, NodeStep> last(List<Row> rows) {
    SortedMap<NodeId, NodeStep> last = new TreeMap<>();
    JournalReplay.steps(rows.stream().map(Row::journaled))
        .forEach(step -> last.put(step.after().nodeId(), step));
    return last;
  }

  private void orders() {
    List<NodeOrder> open =
        lists.unsettledOrders().stream().filter(order -> !isHeld(order.nodeId())).toList();
    if (!open.isEmpty()) {
      find("ORDERS_CARRIED_OUT", "not known to be settled: " + open);
    }
  }

  private void givenUp() {
    JournalDisk.INSTANCE
        .writtenTooLate()
        .forEach(row -> find("GIVEN_UP_WRITES_NOTHING", row.journaled().event().toString()));
  }

  private void askAll() {
    List<NodeStateUpdate> said =
        replayed.keySet().stream().map(this::ask).flatMap(Optional::stream).toList();
    world.witness().reportsFinally("node", said, said);
    CompletableFuture<NodeTableCommand.Nodes> answer =
        await(
            AskPattern.<LeaderCommand, NodeTableCommand.Nodes>ask(
                leader,
                NodeTableCommand.ListNodes::new,
                PATIENCE,
                world.system().akka().scheduler()));
    List<NodeStateUpdate> seen =
        answer.isCompletedExceptionally()
            ? List.of()
            : answer.join().nodes().stream().map(ObservedNode::publication).toList();
    world.witness().reportsFinally("leader", seen, said);
  }

  private Optional<NodeStateUpdate> ask(NodeId node) {
    for (int i = 0; i < ATTEMPTS; i++) {
      CompletableFuture<NodeReply> answer =
          await(world.instance().nodes().ask(node, NodeCommand.Get::new, PATIENCE));
      if (!answer.isCompletedExceptionally()
          && answer.join() instanceof NodeReply.Current current) {
        return Optional.of(current.publication());
      }
    }
    return Optional.empty();
  }

  private <T> CompletableFuture<T> await(CompletionStage<T> stage) {
    CompletableFuture<T> answer = stage.toCompletableFuture();
    for (int i = 0; i <= PATIENCE.toSeconds() && !answer.isDone(); i++) {
      world.runUntil(world.time().now() + 1_000);
    }
    return answer;
  }

  private void hadoop() {
    Map<String, Integer> counted = new TreeMap<>();
    for (RMNode node : hadoop.context.getRMNodes().values()) {
      counted.merge(node.getState().toString(), 1, Integer::sum);
    }
    for (RMNode node : hadoop.context.getInactiveRMNodes().values()) {
      counted.merge(node.getState().toString(), 1, Integer::sum);
    }
    ClusterMetrics metrics = ClusterMetrics.getMetrics();
    requireCount(counted, "RUNNING", metrics.getNumActiveNMs());
    requireCount(counted, "DECOMMISSIONING", metrics.getNumDecommissioningNMs());
    requireCount(counted, "DECOMMISSIONED", metrics.getNumDecommisionedNMs());
    requireCount(counted, "LOST", metrics.getNumLostNMs());
    requireCount(counted, "UNHEALTHY", metrics.getUnhealthyNMs());
    requireCount(counted, "REBOOTED", metrics.getNumRebootedNMs());
    requireCount(counted, "SHUTDOWN", metrics.getNumShutdownNMs());
    replayed.forEach(
        (node, step) -> {
          if (lists.addressOf(node).isPresent()) {
            requireShown(node, step.after().state());
          }
        });
  }

  private void requireCount(Map<String, Integer> counted, String state, int metric) {
    if (counted.getOrDefault(state, 0) != metric) {
      find("STATES_SUM_TO_THE_FLEET", state + " counts " + metric + " of " + counted);
    }
  }

  private void requireShown(NodeId node, NodeState state) {
    var id = org.apache.hadoop.yarn.api.records.NodeId.newInstance(node.host(), node.port());
    RMNode shown =
        state.isActive()
            ? hadoop.context.getRMNodes().get(id)
            : hadoop.context.getInactiveRMNodes().get(id);
    boolean isNew = state == NodeState.NEW;
    if (!isNew && (shown == null || !shown.getState().toString().equals(state.toString()))) {
      find(
          "HADOOP_SEES_ALL",
          node + " is " + state + ", and shown as " + (shown == null ? "none" : shown.getState()));
    }
  }

  /** Such a drain goes on although nothing is left. */
  private boolean isHeld(NodeId node) {
    return Optional.ofNullable(replayed.get(node))
        .flatMap(step -> step.after().drain())
        .filter(drain -> drain.timeout().held())
        .isPresent();
  }

  /** All work is over, all faults are, and silent nodes have expired. */
  private void service() {
    Map<String, Machine> alive = new TreeMap<>();
    for (Machine machine : world.machines()) {
      if (machine.isAlive()) {
        alive.put(machine.id().toString(), machine);
        requireServing(machine);
      }
    }
    replayed.forEach(
        (node, step) -> {
          NodeLifecycle now = step.after();
          HostAdmission verdict =
              lists.addressOf(node).map(lists.lists()::verdictOn).orElse(HostAdmission.ALLOWED);
          if (now.state() == NodeState.DECOMMISSIONING) {
            if (!isHeld(node)) {
              find("DRAINS_END", node + " drains for nothing: " + now.drain());
            }
          } else if (now.state().isInService() && verdict.isDisallowed()) {
            find("EXCLUDED_IS_OUT", node + " is " + now.state() + ", and " + verdict);
          } else if (now.state().isInService() && !alive.containsKey(node.toString())) {
            find("DEAD_IS_OUT", node + " is " + now.state() + " without a NodeManager");
          }
        });
  }

  private void requireServing(Machine machine) {
    NodeId node = new NodeId(machine.id().getHost(), machine.id().getPort());
    boolean serves =
        Optional.ofNullable(replayed.get(node))
            .filter(step -> step.after().state().isInService())
            .isPresent();
    if (!serves) {
      find(
          "ALIVE_IS_IN",
          machine
              + " is "
              + Optional.ofNullable(replayed.get(node)).map(step -> step.after().state()));
    }
  }

  private void find(String promise, String words) {
    findings.add(new Violation(promise, words));
  }
}
