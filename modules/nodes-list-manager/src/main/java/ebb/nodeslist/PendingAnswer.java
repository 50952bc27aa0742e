package ebb.nodeslist;

import ebb.domain.NodeId;
import ebb.domain.lists.NodeDecision;
import ebb.nodeslist.protocol.NodesListReply;
import ebb.nodeslist.protocol.Refresh;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/** The answer to a durable refresh that some nodes have not applied yet. */
final class PendingAnswer {

  /** The answer does not wait for more nodes than this: nobody checks so many. */
  private static final int MANY = 1000;

  private final Refresh refresh;
  private final NodesListReply.Refreshed reply;
  private final Set<NodeId> pending = new HashSet<>();

  PendingAnswer(Refresh refresh, NodesListReply.Refreshed reply) {
    this.refresh = refresh;
    this.reply = reply;
    reply.decisions().stream().map(NodeDecision::nodeId).forEach(pending::add);
  }

  /** A node that has applied a newer refresh has also finished with this one. */
  void confirm(NodeId node, long listVersion) {
    if (listVersion >= reply.listVersion()) {
      pending.remove(node);
    }
  }

  /** Whether so many nodes are pending that the answer is sent at once. */
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
