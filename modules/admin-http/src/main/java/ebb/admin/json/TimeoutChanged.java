package ebb.admin.json;

import ebb.admin.http.LeaderReplies;
import ebb.domain.NodeId;
import ebb.node.NodeReply;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.ObservedNode;
import java.util.Optional;

/** The result of a change of a timeout. */
public sealed interface TimeoutChanged {

  /** The node has applied the change. */
  record Applied(ObservedNode node) implements TimeoutChanged {}

  /** The node is going to apply the change. */
  record OnItsWay(NodeId nodeId, String operationId) implements TimeoutChanged {}

  /**
   * @param before the node before the change, if the leader knew it
   * @throws ebb.admin.http.ProblemException if the change was refused
   */
  static TimeoutChanged of(NodeReply reply, Optional<ObservedNode> before) {
    if (reply instanceof NodeReply.Current current) {
      return new Applied(
          new ObservedNode(
              current.publication(),
              before.map(ObservedNode::observation).orElse(NodeObservation.NONE),
              before.flatMap(ObservedNode::ip),
              Optional.empty()));
    } else if (reply instanceof NodeReply.Accepted accepted) {
      return new OnItsWay(accepted.nodeId(), accepted.operationId());
    } else if (reply instanceof NodeReply.Refused refused) {
      throw LeaderReplies.problem(refused);
    }
    throw new IllegalStateException("no answer to another timeout: " + reply);
  }
}
