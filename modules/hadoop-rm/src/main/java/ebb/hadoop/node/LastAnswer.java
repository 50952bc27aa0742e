package ebb.hadoop.node;

import ebb.hadoop.heartbeat.HeartbeatAnswer;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.records.NodeAction;

/**
 * The last response to a node's heartbeats, which may be sent again. Changed under the node's lock;
 * read by any thread.
 */
final class LastAnswer {
  private final AbstractRMNode node;
  private volatile Last last = Last.of(first());

  /**
   * @param responseId kept separately, because the response is not kept as a record between
   *     heartbeats
   */
  private record Last(HeartbeatAnswer.Kept kept, int responseId) {
    private static Last of(NodeHeartbeatResponse answer) {
      return new Last(HeartbeatAnswer.keep(answer), answer.getResponseId());
    }
  }

  LastAnswer(AbstractRMNode node) {
    this.node = node;
  }

  private static NodeHeartbeatResponse first() {
    NodeHeartbeatResponse answer = new HeartbeatAnswer();
    answer.setResponseId(0);
    // This response may be sent as a repeat: id 0 also follows the largest id.
    answer.setNodeAction(NodeAction.NORMAL);
    return answer;
  }

  /** Restores the state before the first heartbeat. */
  void reset() {
    last = Last.of(first());
  }

  /**
   * Adds everything that is pending for the NodeManager, and keeps this response as the last one.
   */
  void complete(NodeHeartbeatResponse answer) {
    node.containers.acknowledged(node.pending.writeTo(answer));
    List<ApplicationId> ended = node.applications.takeToCleanUp();
    if (!ended.isEmpty()) {
      answer.addAllApplicationsToCleanup(ended);
    }
    if (node.isUpdatedCapability()) {
      answer.setResource(node.size);
      node.resetUpdatedCapability();
    }
    last = Last.of(answer);
  }

  int responseId() {
    return last.responseId();
  }

  NodeHeartbeatResponse answer() {
    return last.kept().answer();
  }
}
