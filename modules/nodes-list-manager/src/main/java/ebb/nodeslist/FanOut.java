package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import ebb.domain.NodeId;
import ebb.domain.NodeOrder;
import ebb.domain.lists.NodesListState;
import ebb.node.Leader;
import ebb.node.NodeCommand;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.lists.Subscribers;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.ManagerMessage;
import ebb.nodeslist.protocol.NodeTableCommand;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Handles everything between the leader and the nodes: sends durable orders until the nodes apply
 * them, records their publications in the {@link NodeTable}, passes them on to subscribers, and
 * releases the answers that wait for orders to be applied. An order counts as applied when the
 * node's publication shows it, and is sent again until then. Soft state: a new leader finds the
 * orders in the journal, and applying one twice changes nothing.
 */
final class FanOut {

  /** How long a subscriber that does not acknowledge a plan can delay its orders. */
  private static final Duration ACKNOWLEDGE_WITHIN = Duration.ofSeconds(1);

  private final ManagerContext parts;
  private final CommitQueue commits;
  private final NodeTable table;
  private final Subscribers subscribers;
  private final Reconciler reconciler;
  private final Leader leader;
  private final ActorRef<NodeTableCommand.PlanAcknowledged> acknowledged;

  /** Plans that not all subscribers have acknowledged yet, by list version. */
  private final Map<Long, Held> held = new HashMap<>();

  /** Answers that wait for nodes, each with the step at which it is due. */
  private final Map<PendingAnswer, Long> answers = new LinkedHashMap<>();

  /**
   * @param missing number of subscribers that have not acknowledged the plan
   * @param due step at which the orders are sent in any case
   */
  private record Held(List<NodeOrder> orders, int missing, long due) {}

  FanOut(
      ActorContext<LeaderCommand> context,
      ManagerContext parts,
      CommitQueue commits,
      NodeTable table,
      Subscribers subscribers) {
    this.parts = parts;
    this.commits = commits;
    this.table = table;
    this.subscribers = subscribers;
    this.reconciler = new Reconciler(parts.settings());
    this.leader =
        new Leader(
            parts.term(),
            context.messageAdapter(NodeStateUpdate.class, ManagerMessage.Published::new));
    this.acknowledged = context.getSelf().narrow();
  }

  /** This leader, as sent to nodes. */
  Leader leader() {
    return leader;
  }

  // ---- to the nodes ----

  /**
   * Requests the state of these nodes, in this order; a node that moved has forgotten its leader.
   */
  void ask(Collection<NodeId> nodes) {
    table.mustAnswer(nodes);
    nodes.forEach(reconciler::add);
    tellNext();
  }

  /** Expects a new node to publish when it registers, and requests its state if it does not. */
  void expect(NodeId node) {
    if (table.find(node).isEmpty()) {
      table.mustAnswer(Set.of(node));
      reconciler.expect(node);
    }
  }

  /** A plan is durable. */
  void begin(long listVersion, List<NodeOrder> orders, PendingAnswer answer) {
    begin(listVersion, orders);
    await(answer);
  }

  /** The subscribers process a plan before its orders are sent to the nodes. */
  private void begin(long listVersion, List<NodeOrder> orders) {
    if (subscribers.number() == 0 || orders.isEmpty()) {
      send(orders);
      return;
    }
    List<NodeStateUpdate> draining =
        orders.stream()
            .flatMap(order -> table.find(order.nodeId()).stream())
            .map(this::expected)
            .filter(each -> each.node().drain().isPresent())
            .toList();
    held.put(
        listVersion,
        new Held(
            orders, subscribers.number(), reconciler.now() + Reconciler.steps(ACKNOWLEDGE_WITHIN)));
    subscribers.tell(new NodeTableCommand.Planned(listVersion, draining, acknowledged));
  }

  void acknowledged(NodeTableCommand.PlanAcknowledged plan) {
    Held waiting = held.get(plan.listVersion());
    if (waiting != null && waiting.missing() > 1) {
      held.put(
          plan.listVersion(), new Held(waiting.orders(), waiting.missing() - 1, waiting.due()));
    } else {
      release(plan.listVersion());
    }
  }

  private void release(long listVersion) {
    Optional.ofNullable(held.remove(listVersion)).map(Held::orders).ifPresent(this::send);
  }

  /** Sends durable orders at once, unless they are known to be applied. */
  void send(List<NodeOrder> orders) {
    orders.stream()
        .filter(order -> !table.hasApplied(order))
        .forEach(order -> reconciler.add(order.nodeId()));
    tellNext();
  }

  private void tellNext() {
    reconciler.next().forEach(this::reconcile);
  }

  private void reconcile(NodeId node) {
    Optional<Long> known =
        table.owesAnswer(node) ? Optional.empty() : table.find(node).map(NodeStateUpdate::update);
    parts.nodes().tell(node, new NodeCommand.Reconcile(leader, orderFor(node), known));
  }

  /** The order that the node is not known to have applied; empty while subscribers delay it. */
  private Optional<NodeOrder> orderFor(NodeId node) {
    return table
        .pendingOrder(commits.committed(), node)
        .filter(order -> !held.containsKey(order.listVersion()));
  }

  private boolean isLacking(NodeId node) {
    return table.owesAnswer(node) || orderFor(node).isPresent();
  }

  /** Call this at each {@link Reconciler#STEP}. */
  void step() {
    reconciler.takeUnanswered().stream().filter(this::isLacking).forEach(this::tellAgain);
    keysOf(held, each -> each.due() <= reconciler.now()).forEach(this::release);
    keysOf(answers, due -> due <= reconciler.now()).forEach(this::send);
    NodesListState state = commits.committed();
    reconciler.step(state::registeredIds, state::unsettledIds).forEach(this::reconcile);
  }

  /** A copy. */
  private static <K, V> List<K> keysOf(Map<K, V> map, Predicate<V> wanted) {
    return map.entrySet().stream()
        .filter(each -> wanted.test(each.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private void tellAgain(NodeId node) {
    reconciler.add(node);
    if (table.markOverdue(node)) {
      table
          .find(node)
          .ifPresent(each -> subscribers.tell(new NodeTableCommand.Changed(expected(each))));
    }
  }

  // ---- from the nodes ----

  /** Takes a publication from the node itself. */
  void published(NodeStateUpdate publication) {
    if (isRegistered(publication) && table.update(publication)) {
      table.answered(publication.node().nodeId());
      show(publication);
    }
  }

  /** Takes a publication that another receiver has passed on. */
  void passedOn(NodeStateUpdate publication) {
    if (isRegistered(publication) && table.isNews(publication)) {
      table.update(publication);
      show(publication);
    }
  }

  private boolean isRegistered(NodeStateUpdate publication) {
    return commits.committed().addressOf(publication.node().nodeId()).isPresent();
  }

  private void show(NodeStateUpdate publication) {
    NodeId node = publication.node().nodeId();
    subscribers.tell(new NodeTableCommand.Changed(expected(publication)));
    answers.keySet().forEach(answer -> answer.confirm(node, publication.node().listVersion()));
    sendComplete();
    if (!isLacking(node)) {
      reconciler.remove(node);
      table.clearOverdue(node);
    }
    tellNext();
  }

  private NodeStateUpdate expected(NodeStateUpdate publication) {
    NodeId node = publication.node().nodeId();
    return NodeTable.expected(
        publication, commits.committed().unsettledOrder(node), table.isOverdue(node));
  }

  /** Sends the present state of all known nodes, and from now on every change. */
  void subscribe(ActorRef<NodeTableCommand.News> subscriber) {
    table.all().forEach(each -> subscriber.tell(new NodeTableCommand.Changed(expected(each))));
    subscribers.add(subscriber);
  }

  /** These nodes were removed from the register. */
  void forget(Set<NodeId> nodes) {
    table.forget(nodes);
    nodes.forEach(reconciler::remove);
    subscribers.tell(new NodeTableCommand.Forgotten(nodes));
  }

  // ---- recovery and answers ----

  /**
   * The journal was read again after a failed append. It may hold plans of that append that were
   * never announced.
   *
   * @param known the newest list version that was known to be durable before
   */
  void resume(long known) {
    NodesListState state = commits.committed();
    forgetUnregistered(state);
    // Their NodeManagers may have given up, so nothing else makes these nodes publish.
    ask(state.registeredIds().stream().filter(node -> table.find(node).isEmpty()).toList());
    state.unsettledOrders().stream()
        .collect(Collectors.groupingBy(NodeOrder::listVersion, TreeMap::new, Collectors.toList()))
        .forEach(
            (version, orders) -> {
              if (version > known) {
                begin(version, orders);
              } else {
                send(orders);
              }
            });
  }

  private void forgetUnregistered(NodesListState state) {
    Set<NodeId> gone =
        table.all().stream()
            .map(each -> each.node().nodeId())
            .filter(node -> state.addressOf(node).isEmpty())
            .collect(Collectors.toUnmodifiableSet());
    if (!gone.isEmpty()) {
      forget(gone);
    }
  }

  private void await(PendingAnswer answer) {
    Duration patience = parts.settings().answerAfter();
    if (answer.isOfMany() || patience.isZero()) {
      answer.send();
      return;
    }
    answers.put(answer, reconciler.now() + Reconciler.steps(patience));
    sendComplete();
  }

  private void sendComplete() {
    answers.keySet().stream().filter(PendingAnswer::isComplete).toList().forEach(this::send);
  }

  private void send(PendingAnswer answer) {
    answers.remove(answer);
    answer.send();
  }

  /** Answers all waiting callers: what they wait for is already durable. */
  void endWithLeader() {
    List.copyOf(answers.keySet()).forEach(this::send);
  }
}
