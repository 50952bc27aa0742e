package ebb.app.wire;

import static java.util.Map.entry;

import ebb.app.members.InstanceMessage;
import ebb.journal.event.Manifests;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.protocol.DrainQueueCommand;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import java.util.Map;

/**
 * The manifests of messages between instances. A line may be added. From the first release on, no
 * line is changed, and none is removed while a release that sends it may be a member. A message
 * without a manifest stays on its instance.
 */
final class MessageManifests {
  static final Manifests TABLE =
      new Manifests(
          Map.ofEntries(
              // to a node, and its answers
              entry("node.reconcile:1", NodeCommand.Reconcile.class),
              entry("node.register:1", NodeCommand.Register.class),
              entry("node.report-workload:1", NodeCommand.ReportWorkload.class),
              entry("node.report-health:1", NodeCommand.ReportHealth.class),
              entry("node.report-expiry:1", NodeCommand.ReportExpiry.class),
              entry("node.report-reboot:1", NodeCommand.ReportReboot.class),
              entry("node.unregister:1", NodeCommand.Unregister.class),
              entry("node.resize:1", NodeCommand.Resize.class),
              entry("node.get:1", NodeCommand.Get.class),
              entry("node.publication:1", NodeStateUpdate.class),
              entry("node.refused:1", NodeReply.Refused.class),
              entry("node.current:1", NodeReply.Current.class),
              entry("node.accepted:1", NodeReply.Accepted.class),
              // to the leader about nodes, and its answers and news
              entry("view.list-nodes:1", NodeTableCommand.ListNodes.class),
              entry("view.nodes:1", NodeTableCommand.Nodes.class),
              entry("view.describe-work:1", NodeTableCommand.DescribeWork.class),
              entry("view.work:1", NodeTableCommand.Work.class),
              entry("view.admitted:1", NodeTableCommand.Admitted.class),
              entry("view.subscribe:1", NodeTableCommand.Subscribe.class),
              entry("view.changed:1", NodeTableCommand.Changed.class),
              entry("view.hosts-in-force:1", NodeTableCommand.HostsInForce.class),
              entry("view.planned:1", NodeTableCommand.Planned.class),
              entry("view.heard:1", NodeTableCommand.PlanAcknowledged.class),
              entry("view.forgotten:1", NodeTableCommand.Forgotten.class),
              // to the leader about lists and operations, and its answers
              entry("lists.refresh-nodes:1", NodesListCommand.RefreshNodes.class),
              entry("lists.refreshed:1", NodesListReply.Refreshed.class),
              entry("lists.rejected:1", NodesListReply.Rejected.class),
              entry("lists.list-operations:1", NodesListCommand.ListOperations.class),
              entry("lists.operations-seen:1", NodesListReply.OperationsSeen.class),
              entry("lists.find-operation:1", NodesListCommand.FindOperation.class),
              entry("lists.operation-seen:1", NodesListReply.OperationSeen.class),
              entry("lists.change-timeout:1", NodesListCommand.ChangeDrainTimeout.class),
              entry("lists.admit-node:1", NodesListCommand.AdmitNode.class),
              entry("lists.admission:1", NodesListReply.Admission.class),
              entry("lists.get-lists:1", NodesListCommand.GetLists.class),
              entry("lists.lists-in-force:1", NodesListReply.ListsInForce.class),
              entry("lists.describe-lists:1", NodesListCommand.DescribeLists.class),
              entry("lists.lists-seen:1", NodesListReply.ListsSeen.class),
              entry("lists.edit-excludes:1", NodesListCommand.EditExcludes.class),
              entry("lists.edit-refused:1", NodesListReply.EditRefused.class),
              entry("queue.get:1", DrainQueueCommand.GetQueue.class),
              entry("queue.add:1", DrainQueueCommand.QueueDrain.class),
              entry("queue.change:1", DrainQueueCommand.ChangeQueue.class),
              entry("queue.seen:1", NodesListReply.QueueSeen.class),
              entry("queue.refused:1", NodesListReply.QueueRefused.class),
              // to an instance, and its answers
              entry("instance.describe:1", InstanceMessage.Describe.class),
              entry("instance.described:1", InstanceMessage.Described.class),
              entry("instance.leave:1", InstanceMessage.Leave.class),
              entry("instance.leave-heard:1", InstanceMessage.LeaveHeard.class)));

  private MessageManifests() {}
}
