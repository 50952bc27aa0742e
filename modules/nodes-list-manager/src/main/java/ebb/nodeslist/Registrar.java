package ebb.nodeslist;

import ebb.domain.NodeId;
import ebb.domain.Origin;
import ebb.domain.Provenance;
import ebb.domain.lists.IdleNode;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListRules;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.Verdict;
import ebb.nodeslist.NodesListCommand.AdmitNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Lets nodes in, or not, once they are in the register; the NodesListManager writes for it. */
final class Registrar {
  private final ManagerParts parts;
  private final Orders orders;
  private final Admissions admissions = new Admissions();

  Registrar(ManagerParts parts, Orders orders) {
    this.parts = parts;
    this.orders = orders;
  }

  /**
   * Registrations that are written together.
   *
   * @param events possibly none, if the first of two for the same node says it all
   * @param known for each command, whether its node was in the register before
   */
  record Batch(List<NodesListEvent> events, List<AdmitNode> commands, List<Boolean> known) {}

  /** Answers at once if nothing is to be written; says whether a batch has to be begun. */
  boolean admit(NodesListState state, AdmitNode command) {
    if (eventOf(state, command).isEmpty()) {
      answer(state, command, state.addressOf(command.nodeId()).isPresent());
      return false;
    }
    return admissions.add(command);
  }

  Batch nextBatch(NodesListState state) {
    List<AdmitNode> commands = admissions.take();
    List<NodesListEvent> events = new ArrayList<>();
    List<Boolean> known = new ArrayList<>();
    NodesListState next = state;
    for (AdmitNode command : commands) {
      known.add(next.addressOf(command.nodeId()).isPresent());
      Optional<NodesListEvent> event = eventOf(next, command);
      if (event.isPresent()) {
        events.add(event.get());
        next = next.apply(event.get());
      }
    }
    return new Batch(events, commands, known);
  }

  /** The batch is durable; says whether another one has to be begun. */
  boolean written(NodesListState state, Batch batch) {
    for (int i = 0; i < batch.commands().size(); i++) {
      answer(state, batch.commands().get(i), batch.known().get(i));
    }
    return admissions.written();
  }

  void rejectAll(NodesListReply reply) {
    admissions.rejectAll(reply);
  }

  /** Nodes that were let in a moment ago and may enter service any moment. */
  Set<NodeId> onTheirWay() {
    return admissions.letInSince(parts.now().minus(parts.settings().admissionGrace()));
  }

  /** As {@link #onTheirWay}, without those that have served and left again since. */
  Set<NodeId> onTheirWay(Map<NodeId, IdleNode> idle) {
    return onTheirWay().stream()
        .filter(
            node -> {
              IdleNode seen = idle.get(node);
              return seen == null
                  || !seen.hasServed()
                  || !admissions.isLetInBefore(node, seen.since());
            })
        .collect(Collectors.toUnmodifiableSet());
  }

  private Optional<NodesListEvent> eventOf(NodesListState state, AdmitNode command) {
    Provenance by = parts.byEbb(Origin.REGISTRATION, state);
    return NodesListRules.admit(state, command.nodeId(), command.address(), by);
  }

  private void answer(NodesListState state, AdmitNode command, boolean known) {
    NodeId node = command.nodeId();
    Verdict verdict = state.lists().verdictOn(command.address());
    Optional<NodeAddress> address = state.addressOf(node);
    if (address.isPresent()) {
      parts.directory().tell(new DirectoryMessage.Watch(Map.of(node, address.get())));
      state.pendingOrder(node).ifPresent(order -> orders.send(List.of(order)));
    }
    if (verdict == Verdict.ALLOWED) {
      admissions.letIn(node, parts.now());
    }
    command.replyTo().tell(new NodesListReply.Admission(node, verdict, state.listVersion(), known));
  }
}
