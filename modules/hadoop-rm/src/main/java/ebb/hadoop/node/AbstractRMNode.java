package ebb.hadoop.node;

import ebb.domain.DrainTimeout;
import ebb.domain.NodeLifecycle;
import ebb.domain.lists.NodeAddress;
import ebb.hadoop.heartbeat.NodeApplications;
import ebb.hadoop.heartbeat.NodeContainers;
import ebb.hadoop.heartbeat.NodeHealth;
import ebb.hadoop.heartbeat.NodeUtilisation;
import ebb.hadoop.heartbeat.PendingAnswers;
import ebb.hadoop.node.HeartbeatMonitor.LastHeard;
import ebb.hadoop.scheduler.NodeSizes;
import ebb.hadoop.scheduler.SchedulerNodeEvents;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.observed.NodeManagerInfo;
import ebb.nodeslist.observed.RunningContainers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeAttributeKey;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.UpdatedContainerInfo;
import org.jspecify.annotations.Nullable;

/**
 * What Hadoop's scheduler, applications and web pages read of a node. No method blocks, because the
 * scheduler reads while it holds its own locks.
 */
abstract class AbstractRMNode implements RMNode {
  final RMContext context;
  final NodeId nodeId;
  final SchedulerNodeEvents scheduler;
  final NodeContainers containers;
  final NodeApplications applications;
  final PendingAnswers pending = new PendingAnswers();
  final NodeHealth health = new NodeHealth();
  final NodeUtilisation utilisation = new NodeUtilisation();

  volatile NodeStateUpdate publication;

  volatile NodeState state = NodeState.NEW;
  volatile Resource size = Resource.newInstance(0, 0);

  /** The size that the NodeManager last reported or was sent. */
  volatile Resource sizeAtNodeManager = size;

  /**
   * The timeout of the last drain. It stays after the drain, because Hadoop's node reports still
   * show it.
   */
  volatile Optional<DrainTimeout> lastTimeout = Optional.empty();

  /** Empty until the NodeManager has registered with this leader. */
  volatile Optional<NodeManagerFacts> nodeManager = Optional.empty();

  /** Whether the NodeManager of the last registration is in service. */
  volatile boolean registered;

  final LastAnswer lastAnswer;
  private volatile Optional<LastHeard> lastHeard = Optional.empty();
  private volatile long untrackedSince;

  AbstractRMNode(RMContext context, NodeSizes sizes, NodeStateUpdate first) {
    this.context = context;
    this.publication = first;
    this.nodeId = HadoopTypes.toHadoop(first.node().nodeId());
    this.scheduler = new SchedulerNodeEvents(context, sizes, this);
    this.containers = new NodeContainers(nodeId, context.getContainerAllocationExpirer());
    this.applications = new NodeApplications(nodeId, context);
    this.lastAnswer = new LastAnswer(this);
  }

  // ---- what this ResourceManager reads ----

  /** The state that the node last published. */
  NodeLifecycle published() {
    return publication.node();
  }

  /** The address of the last registration with this leader; empty before the first one. */
  Optional<NodeAddress> address() {
    return nodeManager.map(NodeManagerFacts::address);
  }

  /** The size that the scheduler uses; empty if the scheduler does not have the node. */
  public Optional<ebb.domain.Resource> currentCapacity() {
    return scheduler.size().map(HadoopTypes::fromHadoop);
  }

  /** The containers that the scheduler has on the node; empty if it does not have the node. */
  public Optional<RunningContainers> runningContainers() {
    return scheduler.running();
  }

  /** Empty until the NodeManager has registered with this leader. */
  public Optional<NodeManagerInfo> nodeManagerInfo() {
    return nodeManager.map(
        facts ->
            new NodeManagerInfo(
                facts.version(),
                getNode().getNetworkLocation(),
                getNodeLabels().stream().sorted().toList(),
                getAllNodeAttributes().stream().map(AbstractRMNode::text).sorted().toList()));
  }

  private static String text(NodeAttribute attribute) {
    NodeAttributeKey key = attribute.getAttributeKey();
    return key.getAttributePrefix()
        + "/"
        + key.getAttributeName()
        + "="
        + attribute.getAttributeValue();
  }

  /** The id of the last response. A heartbeat with another id is a duplicate or out of step. */
  public int lastResponseId() {
    return lastAnswer.responseId();
  }

  /**
   * Records the heartbeat times of a node in service; empty until the node first enters service.
   */
  Optional<LastHeard> lastHeard() {
    return lastHeard;
  }

  void watchedBy(LastHeard watch) {
    lastHeard = Optional.of(watch);
  }

  // ---- who it is ----

  @Override
  public NodeId getNodeID() {
    return nodeId;
  }

  @Override
  public String getHostName() {
    return nodeId.getHost();
  }

  @Override
  public int getCommandPort() {
    return nodeId.getPort();
  }

  @Override
  public String getNodeAddress() {
    return nodeId.toString();
  }

  /**
   * Whether this is a placeholder for a host that only the lists name. YARN gives it a port that no
   * node has, and shows it with that port, an unknown version and no rack.
   */
  private boolean isPlaceholder() {
    return nodeId.getPort() < 0;
  }

  /** Zero until the NodeManager has registered with this leader. */
  @Override
  public int getHttpPort() {
    return nodeManager
        .map(NodeManagerFacts::httpPort)
        .orElse(isPlaceholder() ? nodeId.getPort() : 0);
  }

  @Override
  public String getHttpAddress() {
    return nodeId.getHost() + ":" + getHttpPort();
  }

  @Override
  public Node getNode() {
    return nodeManager
        .map(NodeManagerFacts::location)
        .orElseGet(() -> new NodeBase(nodeId.getHost(), NetworkTopology.DEFAULT_RACK));
  }

  /** Null for a placeholder: nothing can tell the rack of an excluded host without a node. */
  @Override
  public @Nullable String getRackName() {
    return isPlaceholder() ? null : getNode().getNetworkLocation();
  }

  /** "unknown", as in YARN, until the NodeManager has registered with this leader. */
  @Override
  public String getNodeManagerVersion() {
    return nodeManager.map(NodeManagerFacts::version).orElse("unknown");
  }

  @Override
  public RMContext getRMContext() {
    return context;
  }

  // ---- how it is ----

  @Override
  public NodeState getState() {
    return state;
  }

  /**
   * The configured timeout of the last drain in seconds, even after that drain has ended. Null if
   * it is infinite, or if the node has not drained since it entered service.
   */
  @Override
  public @Nullable Integer getDecommissioningTimeout() {
    return lastTimeout
        .filter(timeout -> timeout.limit().isPresent())
        .map(AbstractRMNode::saturated)
        .orElse(null);
  }

  private static Integer saturated(DrainTimeout timeout) {
    return (int) Math.min(Integer.MAX_VALUE, timeout.toSeconds());
  }

  @Override
  public String getHealthReport() {
    return isPlaceholder() ? "Healthy" : health.text();
  }

  @Override
  public long getLastHealthReportTime() {
    return health.time();
  }

  @Override
  public long getUntrackedTimeStamp() {
    return untrackedSince;
  }

  @Override
  public void setUntrackedTimeStamp(long timeStamp) {
    untrackedSince = timeStamp;
  }

  // ---- what it has ----

  /** The full size, even during a drain. Only the scheduler's own node shrinks. */
  @Override
  public Resource getTotalCapability() {
    return size;
  }

  @Override
  public boolean isUpdatedCapability() {
    return !sizeAtNodeManager.equals(size);
  }

  @Override
  public void resetUpdatedCapability() {
    sizeAtNodeManager = size;
  }

  @Override
  public Resource getAllocatedContainerResource() {
    return containers.allocated();
  }

  @Override
  public Resource getPhysicalResource() {
    return nodeManager.map(NodeManagerFacts::physical).orElse(size);
  }

  @Override
  public ResourceUtilization getAggregatedContainersUtilization() {
    return utilisation.containers();
  }

  @Override
  public ResourceUtilization getNodeUtilization() {
    return utilisation.node();
  }

  @Override
  public @Nullable OpportunisticContainersStatus getOpportunisticContainersStatus() {
    return utilisation.opportunistic();
  }

  @Override
  public long calculateHeartBeatInterval(
      long defaultInterval,
      long minInterval,
      long maxInterval,
      float speedupFactor,
      float slowdownFactor) {
    return utilisation.heartbeatInterval(
        getPhysicalResource(),
        new NodeUtilisation.Scaling(
            defaultInterval, minInterval, maxInterval, speedupFactor, slowdownFactor));
  }

  @Override
  public Set<String> getNodeLabels() {
    RMNodeLabelsManager labels = context.getNodeLabelManager();
    Set<String> mine = labels == null ? null : labels.getLabelsOnNode(nodeId);
    return mine == null ? CommonNodeLabelsManager.EMPTY_STRING_SET : mine;
  }

  /** Looked up by host, because attributes are stored without the port. */
  @Override
  public Set<NodeAttribute> getAllNodeAttributes() {
    return context.getNodeAttributesManager().getAttributesForNode(nodeId.getHost()).keySet();
  }

  @Override
  public Map<String, Long> getAllocationTagsWithCount() {
    return context.getAllocationTagsManager().getAllocationTagsWithCount(nodeId);
  }

  // ---- what runs there ----

  @Override
  public List<ApplicationId> getRunningApps() {
    return new ArrayList<>(applications.running());
  }

  @Override
  public List<ApplicationId> getAppsToCleanup() {
    return new ArrayList<>(applications.toCleanUp());
  }

  @Override
  public List<ContainerId> getContainersToCleanUp() {
    return new ArrayList<>(pending.toCleanUp());
  }

  @Override
  public List<UpdatedContainerInfo> pullContainerUpdates() {
    return scheduler.pull();
  }

  @Override
  public List<Container> pullNewlyIncreasedContainers() {
    return scheduler.pullIncreased();
  }

  @Override
  public NodeHeartbeatResponse getLastNodeHeartBeatResponse() {
    return lastAnswer.answer();
  }

  @Override
  public String toString() {
    return nodeId.toString();
  }
}
