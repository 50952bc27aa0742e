package ebb.hadoop.web;

import ebb.domain.text.TextLimit;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterNodesRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterNodesResponse;
import org.apache.hadoop.yarn.api.protocolrecords.ReservationSubmissionRequest;
import org.apache.hadoop.yarn.api.protocolrecords.ReservationSubmissionResponse;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.ClientRMService;
import org.apache.hadoop.yarn.server.resourcemanager.RMAppManager;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.RMServerUtils;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.security.QueueACLsManager;
import org.apache.hadoop.yarn.server.security.ApplicationACLsManager;

/**
 * Hadoop's service for clients. The node list is the only answer that grows with the cluster. It is
 * written directly in its wire format, with the same content as Hadoop's own. Several threads write
 * a long list, because the cost of a node is mostly waiting for memory that was not read recently.
 */
public final class EbbClientService extends ClientRMService {
  /** The nodes in one thread's share. The caller alone writes the list of a smaller cluster. */
  private static final int SHARE = 1_000;

  private final RMContext context;
  private final ResourceScheduler scheduler;

  public EbbClientService(
      RMContext context,
      ResourceScheduler scheduler,
      RMAppManager applications,
      ApplicationACLsManager applicationAcls,
      QueueACLsManager queueAcls) {
    super(
        context,
        scheduler,
        applications,
        applicationAcls,
        queueAcls,
        context.getRMDelegationTokenSecretManager());
    this.context = context;
    this.scheduler = scheduler;
  }

  /**
   * Checks the plan's name, the queue's whole path, because it is part of a key in the journal's
   * database.
   */
  @Override
  public ReservationSubmissionResponse submitReservation(ReservationSubmissionRequest request)
      throws YarnException, IOException {
    Optional<String> problem =
        Optional.ofNullable(context.getReservationSystem())
            .flatMap(plans -> Optional.ofNullable(request.getQueue()).map(plans::getPlan))
            .flatMap(plan -> TextLimit.QUEUE_NAME.problemOf(plan.getQueueName()));
    if (problem.isPresent()) {
      throw new YarnException("queue name " + problem.get());
    }
    return super.submitReservation(request);
  }

  @Override
  public GetClusterNodesResponse getClusterNodes(GetClusterNodesRequest request) {
    Set<NodeState> asked = request.getNodeStates();
    EnumSet<NodeState> states =
        asked == null || asked.isEmpty() ? EnumSet.allOf(NodeState.class) : EnumSet.copyOf(asked);
    return EncodedNodeList.of(
        sharesOf(RMServerUtils.queryRMNodes(context, states))
            .parallel()
            .map(this::reportsOf)
            .flatMap(List::stream)
            .toList());
  }

  private static Stream<List<RMNode>> sharesOf(List<RMNode> nodes) {
    int shares = (nodes.size() + SHARE - 1) / SHARE;
    return IntStream.range(0, shares)
        .mapToObj(n -> nodes.subList(n * SHARE, Math.min((n + 1) * SHARE, nodes.size())));
  }

  private List<ByteString> reportsOf(List<RMNode> nodes) {
    var reports = new NodeReportEncoder();
    return nodes.stream()
        .map(node -> reports.of(node, scheduler.getNodeReport(node.getNodeID())).toByteString())
        .toList();
  }
}
