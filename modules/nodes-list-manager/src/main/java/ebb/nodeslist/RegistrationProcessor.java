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
 * Answers registrations with the verdict of the lists, once the register is durable. Remembers the
 * admitted nodes for a while. That is soft state, because a NodeManager without an answer retries.
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
    // A refresh that is planned before the answer is sent has to include the node, too.
    remember(command, state);
    if (events.isEmpty() && isUnaffected(command)) {
      answer(commits.committed(), command, known);
      return;
    }
    commits.submit(
        new PendingCommit(
            events,
            durable -> answer(durable, command, known),
            () -> command.replyTo().tell(NOT_WRITTEN)));
  }

  /**
   * Whether no pending decision changes anything for this node, whichever of them fail. If one
   * refresh takes the node out and a later one takes it in again, the later one may fail alone.
   */
  private boolean isUnaffected(AdmitNode command) {
    NodesListState committed = commits.committed();
    Optional<NodeAddress> address = committed.addressOf(command.nodeId());
    HostAdmission verdict = committed.lists().verdictOn(command.address());
    return commits
        .pending()
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

  /** Nodes that were admitted a moment ago and may enter service at any moment. */
  Set<NodeId> admittedRecently() {
    Instant since = parts.now().minus(parts.settings().admissionGrace());
    admitted.values().removeIf(at -> at.isBefore(since));
    return Set.copyOf(admitted.keySet());
  }

  /**
   * As {@link #admittedRecently}, without nodes that have been in service and have left it since.
   */
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
