package ebb.hadoop.tracker;

import akka.actor.typed.ActorRef;
import ebb.domain.NodeId;
import ebb.domain.provenance.Peer;
import ebb.domain.text.LinesPerMinute;
import ebb.hadoop.heartbeat.Heartbeat;
import ebb.hadoop.heartbeat.HeartbeatAnswer;
import ebb.hadoop.heartbeat.RequestValidator;
import ebb.hadoop.node.RMNodeView;
import ebb.hadoop.node.RMNodeViews;
import ebb.hadoop.node.RMNodeViewsActor;
import ebb.hadoop.node.RegistrationAdmission;
import ebb.hadoop.rpc.RpcCaller;
import ebb.hadoop.rpc.SenderRules;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.ProtobufRpcEngineCallback2;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.UnRegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.UnRegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.resourcemanager.NodesListManagerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.NodesListManagerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceTrackerService;
import org.apache.hadoop.yarn.server.resourcemanager.resource.DynamicResourceConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.utils.YarnServerBuilderUtils;
import org.apache.hadoop.yarn.util.Records;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The NodeManagers' protocol (port 8031). Server, threads, Kerberos and ACLs are Hadoop's.
 *
 * <p>Heartbeats are answered on the handler thread, from {@link RMNodeView}s alone: they wait for
 * no actor, database or file. This deliberately differs from YARN's ResourceTrackerService: an
 * unknown NodeManager is first told to register again, and only then do the lists decide.
 */
public final class EbbResourceTracker extends ResourceTrackerService {
  private static final Logger LOG = LoggerFactory.getLogger(EbbResourceTracker.class);

  private static final String NOT_HIS =
      "the node is not registered from there; a NodeManager that has moved registers again";

  private final RMContext context;
  private final MasterKeys keys;
  private final RMNodeViews nodes;
  private final ActorRef<RMNodeViewsActor.Command> follower;
  private final HostExecutor lane;
  private final RegistrationHandler registrations;
  private final TimelineCollectors collectors;
  private final SenderRules senders;
  private final LinesPerMinute lines = new LinesPerMinute(1, System::nanoTime);
  private volatile HeartbeatInterval interval = HeartbeatInterval.of(new Configuration(false));

  /**
   * @param senders which peers may act for which node
   * @param lane for work that may wait for a name server or a script; closed with this service
   * @param blocking for work that may wait for a label store
   * @param follower started before the port opens, and stopped after it is closed
   */
  public EbbResourceTracker(
      RmServices hadoop,
      RMNodeViews nodes,
      ActorRef<RMNodeViewsActor.Command> follower,
      RegistrationAdmission desk,
      SenderRules senders,
      Executor executor,
      HostExecutor lane,
      Executor blocking) {
    super(
        hadoop.context(),
        hadoop.context().getNodesListManager(),
        hadoop.heartbeatMonitor(),
        hadoop.keys().containers(),
        hadoop.keys().nodes());
    context = hadoop.context();
    keys = hadoop.keys();
    this.nodes = nodes;
    this.senders = senders;
    this.follower = follower;
    this.lane = lane;
    collectors = new TimelineCollectors(context);
    registrations =
        new RegistrationHandler(this, hadoop, nodes, desk, senders, executor, lane, blocking);
  }

  @Override
  protected void serviceInit(Configuration conf) throws Exception {
    super.serviceInit(conf);
    registrations.configure(conf);
    collectors.configure(conf);
    context
        .getDispatcher()
        .register(
            NodesListManagerEventType.class,
            (EventHandler<NodesListManagerEvent>)
                event -> registrations.changed(event.getNode().getNodeID()));
  }

  @Override
  public void loadDynamicResourceConfiguration(Configuration conf) throws IOException {
    super.loadDynamicResourceConfiguration(conf);
    registrations.resize(DynamicSizes.load(context.getConfigurationProvider(), conf));
  }

  @Override
  public void updateDynamicResourceConfiguration(DynamicResourceConfiguration conf) {
    super.updateDynamicResourceConfiguration(conf);
    registrations.resize(conf);
  }

  @Override
  public void updateHeartBeatConfiguration(Configuration conf) {
    super.updateHeartBeatConfiguration(conf);
    interval = HeartbeatInterval.of(conf);
  }

  @Override
  protected void serviceStart() throws Exception {
    follower.tell(new RMNodeViewsActor.Start());
    super.serviceStart();
  }

  @Override
  protected void serviceStop() throws Exception {
    try {
      super.serviceStop();
    } finally {
      follower.tell(new RMNodeViewsActor.Stop());
      nodes.close();
      lane.close();
    }
  }

  @Override
  public RegisterNodeManagerResponse registerNodeManager(RegisterNodeManagerRequest request)
      throws YarnException {
    RequestValidator.check(request);
    return registrations.register(request);
  }

  /** As {@link #registerNodeManager}, for a caller that is not Hadoop's RPC server. */
  public void registerNodeManager(
      RegisterNodeManagerRequest request, ProtobufRpcEngineCallback2 callback) {
    registrations.answerLater(request, Optional.empty(), callback);
  }

  @Override
  public UnRegisterNodeManagerResponse unRegisterNodeManager(UnRegisterNodeManagerRequest request)
      throws YarnException {
    NodeId id = RequestValidator.read(request);
    Optional<Peer> peer = RpcCaller.peer();
    Optional<RMNodeView> node = nodes.find(id);
    boolean isBound = peer.filter(senders::bindToRegistration).isPresent();
    if (isBound && node.flatMap(RMNodeView::peer).isEmpty()) {
      // It registered with a former leader. A peer that may register it may unregister it, too.
      registrations.unregister(id, peer.get(), () -> unregister(id, peer));
    } else if (isForeign(node, peer)) {
      String refused = "Refused to unregister NodeManager " + id + textOf(peer) + ": " + NOT_HIS;
      write(LOG::warn, "refused unregistration", peer, refused);
      throw withoutTrace(new YarnException(refused));
    } else {
      unregister(id, peer);
    }
    return Records.newRecord(UnRegisterNodeManagerResponse.class);
  }

  private void unregister(NodeId id, Optional<Peer> peer) {
    String unregisters = "NodeManager " + id + " unregisters" + textOf(peer);
    if (nodes.find(id).filter(RMNodeView::isRegistered).isPresent()) {
      LOG.info(unregisters);
    } else {
      write(LOG::info, "unregisters", peer, unregisters + "; it is not registered here");
    }
    nodes.unregister(id, peer);
  }

  @Override
  public NodeHeartbeatResponse nodeHeartbeat(NodeHeartbeatRequest request) throws YarnException {
    Heartbeat heard = RequestValidator.read(request, RpcCaller.peer());
    NodeId id = heard.nodeId();
    Optional<RMNodeView> known = nodes.find(id).filter(RMNodeView::isRegistered);
    if (known.isEmpty()) {
      return answerToUnregistered(id, heard.peer());
    }
    RMNodeView node = known.get();
    if (isForeign(known, heard.peer())) {
      String refused = "Refused heartbeat of NodeManager " + id + textOf(heard.peer());
      write(LOG::warn, "refused heartbeat", heard.peer(), refused + ": " + NOT_HIS);
      return YarnServerBuilderUtils.newNodeHeartbeatResponse(
          NodeAction.RESYNC, refused + ": " + NOT_HIS);
    }
    nodes.heardOf(node);
    int expected = node.lastResponseId();
    int received = heard.status().getResponseId();
    if (received != expected) {
      return answerAgain(node, heard.peer(), received)
          .orElseGet(() -> answerOutOfStep(heard, node, expected, received));
    }
    NodeHeartbeatResponse answer = answerTo(request, node, next(received));
    registrations.labels().take(request, answer);
    collectors.take(request);
    collectors.tell(node, answer);
    if (node.heartbeat(heard, answer)) {
      return answer;
    }
    // A copy of this heartbeat was faster, or the node has just left.
    return known
        .filter(RMNodeView::isRegistered)
        .flatMap(same -> answerAgain(same, heard.peer(), received))
        .orElseGet(() -> answerToUnregistered(id, heard.peer()));
  }

  /** Empty if the last response was not the one to this heartbeat. */
  private Optional<NodeHeartbeatResponse> answerAgain(
      RMNodeView node, Optional<Peer> peer, int received) {
    NodeHeartbeatResponse last = node.getLastNodeHeartBeatResponse();
    if (next(received) != last.getResponseId()) {
      return Optional.empty();
    }
    write(
        LOG::info,
        "duplicate heartbeat",
        peer,
        "Duplicate heartbeat " + received + " of " + node.getNodeID());
    return Optional.of(last);
  }

  /** Ids run from 0 to the largest int, and then from 0 again. */
  private static int next(int responseId) {
    return (responseId + 1) & Integer.MAX_VALUE;
  }

  private NodeHeartbeatResponse answerTo(
      NodeHeartbeatRequest request, RMNode view, int responseId) {
    NodeHeartbeatResponse answer = new HeartbeatAnswer();
    answer.setResponseId(responseId);
    answer.setNodeAction(NodeAction.NORMAL);
    answer.setNextHeartBeatInterval(interval.next(view));
    keys.putInto(answer, request);
    if (request.getTokenSequenceNo() != context.getTokenSequenceNo()
        && !context.getSystemCredentialsForApps().isEmpty()) {
      answer.setSystemCredentialsForApps(context.getSystemCredentialsForApps().values());
    }
    answer.setTokenSequenceNo(context.getTokenSequenceNo());
    if (context.getNodeManagerQueueLimitCalculator() != null) {
      answer.setContainerQueuingLimit(
          context.getNodeManagerQueueLimitCalculator().createContainerQueuingLimit());
    }
    return answer;
  }

  private NodeHeartbeatResponse answerToUnregistered(NodeId id, Optional<Peer> peer) {
    if (nodes.mustShutDown(id)) {
      Optional<RMNodeView> known = nodes.find(id);
      known.filter(node -> !isForeign(known, peer)).ifPresent(RMNodeView::heard);
      String message = "Disallowed NodeManager nodeId: " + id + " hostname: " + id.host();
      write(LOG::info, "shut down", peer, message);
      return YarnServerBuilderUtils.newNodeHeartbeatResponse(NodeAction.SHUTDOWN, message);
    }
    return resync(peer, "Node not found resyncing " + id);
  }

  private NodeHeartbeatResponse answerOutOfStep(
      Heartbeat heard, RMNodeView node, int expected, int received) {
    node.reportReboot(heard.peer());
    return resync(
        heard.peer(),
        "Too far behind rm response id:"
            + expected
            + " nm response id:"
            + received
            + " of "
            + heard.nodeId());
  }

  /** No name is looked up here, because the sender was checked when it registered. */
  private boolean isForeign(Optional<RMNodeView> node, Optional<Peer> peer) {
    return peer.filter(senders::bindToRegistration)
        .filter(
            sender ->
                node.flatMap(RMNodeView::peer)
                    .filter(registered -> senders.isSame(registered, sender))
                    .isEmpty())
        .isPresent();
  }

  /** The sender, with a space before it; empty if the sender is unknown. */
  static String textOf(Optional<Peer> peer) {
    return peer.map(from -> " " + from.text("")).orElse("");
  }

  /** The line alone is clearer in the logs of both sides. */
  static YarnException withoutTrace(YarnException failure) {
    failure.setStackTrace(new StackTraceElement[0]);
    return failure;
  }

  private NodeHeartbeatResponse resync(Optional<Peer> peer, String message) {
    write(LOG::info, "resync", peer, message);
    return YarnServerBuilderUtils.newNodeHeartbeatResponse(NodeAction.RESYNC, message);
  }

  private void write(Consumer<String> log, String kind, Optional<Peer> from, String line) {
    lines.write(log, kind, from.map(Peer::network), line);
  }
}
