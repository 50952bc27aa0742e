package ebb.nodeslist;

import ebb.domain.NodeId;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListState;
import ebb.domain.provenance.Origin;
import ebb.domain.refresh.IdleNode;
import ebb.domain.refresh.NodesListRules;
import ebb.hosts.RefreshRejection;
import ebb.nodeslist.protocol.NodesListCommand.AdmitNode;
import ebb.nodeslist.protocol.NodesListReply;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Lets nodes in, or not, once they are in the register. Remembers for a while which: soft state,
 * for a NodeManager without an answer asks again.
 */
final class RegistrationProcessor {
  private static final NodesListReply NOT_WRITTEN =
      new NodesListReply.Rejected(
          RefreshRejection.JOURNAL_UNAVAILABLE, "The journal could not be written; try again");

  private final ManagerContext parts;
  private final CommitQueue commits;
  private final FanOut fanOut;
  private final Map<NodeId, Instant> admitted = new HashMap<>();

  RegistrationProcessor(ManagerContext parts, CommitQueue commits, FanOut fanOut) {
    this.parts = parts;
    this.commits = commits;
    this.fanOut = fanOut;
  }

  void admit(AdmitNode command) {
    NodesListState state = commits.current();
    NodeId node = command.nodeId();
    boolean known = state.addressOf(node).isPresent();
    List<NodesListEvent> events =
        NodesListRules.admit(
                state, node, command.address(), parts.byEbb(Origin.REGISTRATION, state))
            .stream()
            .toList();
    // A refresh that is planned before the answer leaves has to count with the node, too.
    remember(command, state);
    if (events.isEmpty() && isSettled(command)) {
      answer(commits.committed(), command, known);
      return;
    }
    commits.submit(
        new Result(
            events,
            durable -> answer(durable, command, known),
            () -> command.replyTo().tell(NOT_WRITTEN)));
  }

  /**
   * Nothing on its way into the journal changes anything for this node, whatever of it fails: of a
   * refresh that takes it out and one that takes it in again the latter alone may.
   */
  private boolean isSettled(AdmitNode command) {
    NodesListState committed = commits.committed();
    Optional<NodeAddress> address = committed.addressOf(command.nodeId());
    HostAdmission verdict = committed.lists().verdictOn(command.address());
    return commits
        .inFlight()
        .allMatch(
            state ->
                state.addressOf(command.nodeId()).equals(address)
                    && state.lists().verdictOn(command.address()) == verdict);
  }

  private HostAdmission remember(AdmitNode command, NodesListState state) {
    HostAdmission verdict = state.lists().verdictOn(command.address());
    if (verdict == HostAdmission.ALLOWED) {
      admitted.put(command.nodeId(), parts.now());
    }
    return verdict;
  }

  private void answer(NodesListState durable, AdmitNode command, boolean known) {
    NodeId node = command.nodeId();
    HostAdmission verdict = remember(command, durable);
    fanOut.expect(node);
    durable.unsettledOrder(node).ifPresent(order -> fanOut.send(List.of(order)));
    command
        .replyTo()
        .tell(new NodesListReply.Admission(node, verdict, durable.listVersion(), known));
  }

  /** Nodes that were let in a moment ago and may enter service any moment. */
  Set<NodeId> admittedRecently() {
    Instant since = parts.now().minus(parts.settings().admissionGrace());
    admitted.values().removeIf(at -> at.isBefore(since));
    return Set.copyOf(admitted.keySet());
  }

  /** As {@link #admittedRecently}, without those that have served and left again since. */
  Set<NodeId> admittedRecently(Map<NodeId, IdleNode> idle) {
    return admittedRecently().stream()
        .filter(
            node -> {
              IdleNode seen = idle.get(node);
              return seen == null || !seen.hasServed() || !isAdmittedBefore(node, seen.since());
            })
        .collect(Collectors.toUnmodifiableSet());
  }

  private boolean isAdmittedBefore(NodeId node, Instant at) {
    Instant when = admitted.get(node);
    return when != null && when.isBefore(at);
  }
}
