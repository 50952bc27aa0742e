package ebb.nodeslist.protocol;

import ebb.domain.NodeId;
import ebb.domain.lists.NodeDecision;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/** The answer to a durable refresh, while nodes have not applied it yet. */
public final class PendingAnswer {

  /** More are not waited for: nobody looks at so many answers. */
  private static final int MANY = 1000;

  private final Refresh refresh;
  private final NodesListReply.Refreshed reply;
  private final Set<NodeId> pending = new HashSet<>();

  public PendingAnswer(Refresh refresh, NodesListReply.Refreshed reply) {
    this.refresh = refresh;
    this.reply = reply;
    reply.decisions().stream().map(NodeDecision::nodeId).forEach(pending::add);
  }

  /** A node that applied a newer refresh has done with this one. */
  public void confirm(NodeId node, long listVersion) {
    if (listVersion >= reply.listVersion()) {
      pending.remove(node);
    }
  }

  /** It is given at once. */
  public boolean isOfMany() {
    return pending.size() > MANY;
  }

  public boolean isComplete() {
    return pending.isEmpty();
  }

  public void send() {
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
