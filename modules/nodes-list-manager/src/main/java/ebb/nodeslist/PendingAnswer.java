package ebb.nodeslist;

import ebb.domain.NodeId;
import ebb.domain.lists.NodeDecision;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/** The answer to a durable refresh, while nodes have not obeyed yet. */
final class PendingAnswer {

  /** More are not waited for: nobody looks at so many answers. */
  private static final int MANY = 1000;

  private final Refresh refresh;
  private final NodesListReply.Refreshed reply;
  private final Set<NodeId> pending = new HashSet<>();

  PendingAnswer(Refresh refresh, NodesListReply.Refreshed reply) {
    this.refresh = refresh;
    this.reply = reply;
    reply.decisions().stream().map(NodeDecision::nodeId).forEach(pending::add);
  }

  /** A node that obeyed a newer refresh has done with this one. */
  void confirm(NodeId node, long listVersion) {
    if (listVersion >= reply.listVersion()) {
      pending.remove(node);
    }
  }

  /** It is given at once. */
  boolean isOfMany() {
    return pending.size() > MANY;
  }

  boolean isComplete() {
    return pending.isEmpty();
  }

  void send() {
    refresh.answer(
        new NodesListReply.Refreshed(
            reply.operationId(),
            reply.type(),
            reply.listVersion(),
            reply.dryRun(),
            reply.decisions(),
            new TreeSet<>(pending),
            reply.warnings()));
  }
}
