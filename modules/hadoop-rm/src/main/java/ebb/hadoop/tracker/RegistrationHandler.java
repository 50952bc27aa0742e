package ebb.hadoop.tracker;

import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.lists.NodeAddress;
import ebb.domain.provenance.Peer;
import ebb.domain.provenance.PeerNetwork;
import ebb.domain.text.LinesPerMinute;
import ebb.hadoop.config.SystemNames;
import ebb.hadoop.heartbeat.NameSample;
import ebb.hadoop.node.HadoopTypes;
import ebb.hadoop.node.RMNodeView;
import ebb.hadoop.node.RMNodeViews;
import ebb.hadoop.node.Registration;
import ebb.hadoop.node.RegistrationAdmission;
import ebb.hadoop.node.RegistrationAdmission.Admitted;
import ebb.hadoop.node.RegistrationAdmission.Applicant;
import ebb.hadoop.node.RegistrationAdmission.Disallowed;
import ebb.hadoop.node.RegistrationAdmission.NotKnownException;
import ebb.hadoop.node.RegistrationAdmission.Outcome;
import ebb.hadoop.rpc.RpcCaller;
import ebb.hadoop.rpc.SenderRules;
import ebb.hadoop.tracker.DeferredResponses.WrongSenderException;
import ebb.node.ReportStamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.ProtobufRpcEngineCallback2;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.UnRegisterNodeManagerResponseProto;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.RegisterNodeManagerRequestPBImpl;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.RegisterNodeManagerResponsePBImpl;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManagerAccess;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceTrackerService;
import org.apache.hadoop.yarn.server.resourcemanager.resource.DynamicResourceConfiguration;
import org.apache.hadoop.yarn.util.Records;
import org.apache.hadoop.yarn.util.YarnVersionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers registrations. A registration that cannot be admitted at all is answered at once. The
 * others are answered later, when {@link RegistrationAdmission} has decided. No handler thread
 * waits for the decision.
 */
public final class RegistrationHandler {
  private static final Logger LOG = LoggerFactory.getLogger(RegistrationHandler.class);

  private final ResourceTrackerService tracker;
  private final RmServices hadoop;
  private final RMNodeViews nodes;
  private final RegistrationAdmission desk;
  private final Executor executor;
  private final HostExecutor lane;
  private final Executor blocking;
  private final ReportedLabels labels;
  private final RefusalLines refusals = new RefusalLines();
  private final SenderRules senders;
  private final NewNodeRateLimit newNodes;
  private final LinesPerMinute lines = new LinesPerMinute(1, System::nanoTime);
  private final DeferredResponses responses;
  private final SenderRules.Names names = new SystemNames();
  private volatile AddressCache addresses = AddressCache.of(new Configuration(false));
  private volatile RegistrationRules rules = RegistrationRules.of(new Configuration(false));
  private volatile DynamicResourceConfiguration sizes =
      new DynamicResourceConfiguration(new Configuration(false));

  /**
   * @param senders which peers may register which node
   * @param lane for work that may wait for a name server or a script
   * @param blocking for work that may wait for a label store
   */
  RegistrationHandler(
      ResourceTrackerService tracker,
      RmServices hadoop,
      RMNodeViews nodes,
      RegistrationAdmission desk,
      SenderRules senders,
      Executor executor,
      HostExecutor lane,
      Executor blocking) {
    this.senders = senders;
    newNodes = new NewNodeRateLimit(senders.newNodesPerAddress(), System::nanoTime);
    this.executor = executor;
    this.lane = lane;
    this.blocking = blocking;
    labels = new ReportedLabels(hadoop.context());
    this.tracker = tracker;
    this.hadoop = hadoop;
    this.nodes = nodes;
    this.desk = desk;
    responses = new DeferredResponses(executor, lines);
  }

  void configure(Configuration conf) {
    rules = RegistrationRules.of(conf);
    addresses = AddressCache.of(conf);
    labels.configure(conf);
  }

  void resize(DynamicResourceConfiguration newSizes) {
    sizes = newSizes;
  }

  /** The applications are notified of a change of this node. */
  void changed(org.apache.hadoop.yarn.api.records.NodeId nodeId) {
    addresses.forget(nodeId.getHost());
  }

  ReportedLabels labels() {
    return labels;
  }

  /** Must be called on a handler thread, as the last step of the call. */
  RegisterNodeManagerResponse register(RegisterNodeManagerRequest request) {
    Optional<Peer> caller = RpcCaller.peer();
    RegisterNodeManagerResponse ignoredByTheServer =
        Records.newRecord(RegisterNodeManagerResponse.class);
    answerLater(request, caller, ProtobufRpcEngine2.Server.registerForDeferredResponse2());
    return ignoredByTheServer;
  }

  /** Answers through the callback, as {@link DeferredResponses} does. */
  void answerLater(
      RegisterNodeManagerRequest request,
      Optional<Peer> caller,
      ProtobufRpcEngineCallback2 callback) {
    var proto = ((RegisterNodeManagerRequestPBImpl) request).getProto();
    responses.toRegistration(
        callback,
        String.valueOf(request.getNodeId()),
        caller,
        proto.getSerializedSize(),
        () -> {
          Optional<String> noHost = RegistrationRules.refuseHost(request.getNodeId().getHost());
          return noHost.isPresent()
              ? CompletableFuture.completedStage(protoOf(shutDown(caller, noHost.get())))
              : decide(PendingRegistration.of(request, proto.toByteString(), caller, sizes))
                  .thenApply(RegistrationHandler::protoOf);
        });
  }

  /**
   * Unregisters a node that has not registered with this leader, if the peer may register it. Must
   * be called on a handler thread, as the last step of the call.
   */
  void unregister(NodeId id, Peer peer, Runnable unregistration) {
    responses.toUnregistration(
        ProtobufRpcEngine2.Server.registerForDeferredResponse2(),
        id,
        peer,
        () ->
            lane.run(
                    id.host(),
                    Optional.of(peer.network()),
                    () -> senders.refuse(id.host(), peer, names))
                .thenApplyAsync(
                    refusal -> {
                      if (refusal.isPresent()) {
                        throw new WrongSenderException(refusal.get());
                      }
                      unregistration.run();
                      return UnRegisterNodeManagerResponseProto.getDefaultInstance();
                    },
                    executor));
  }

  private static Message protoOf(RegisterNodeManagerResponse answer) {
    return ((RegisterNodeManagerResponsePBImpl) answer).getProto();
  }

  /** A node's address and location, as name servers and the topology script return them. */
  private record Place(NodeAddress address, Node location) {}

  /**
   * Looks up names, so it may block.
   *
   * @return empty if the host must have an address but has none
   */
  private Optional<Place> lookUp(NodeId id, Optional<Peer> caller) {
    caller
        .flatMap(peer -> senders.refuse(id.host(), peer, names))
        .ifPresent(
            reason -> {
              throw new WrongSenderException(reason);
            });
    return caller.isPresent() && isUnresolved(id)
        ? Optional.empty()
        : Optional.of(new Place(addressOf(id), ResourceTrackerService.resolve(id.host())));
  }

  private boolean isUnresolved(NodeId id) {
    return rules.resolvable()
        && NetUtils.createSocketAddrForHost(id.host(), id.port()).isUnresolved();
  }

  private CompletionStage<RegisterNodeManagerResponse> decide(PendingRegistration registration) {
    NodeId id = registration.id();
    // The peer, not the registration, because the lane may hold its work after the caller's
    // timeout.
    Optional<Peer> peer = registration.peer();
    return refuseNew(id, peer)
        .thenCompose(
            tooMany -> {
              if (tooMany.isPresent()) {
                throw new WrongSenderException(tooMany.get());
              }
              return lane.run(id.host(), peer.map(Peer::network), () -> lookUp(id, peer));
            })
        .thenComposeAsync(place -> decide(registration, place), executor);
  }

  private CompletionStage<RegisterNodeManagerResponse> decide(
      PendingRegistration registration, Optional<Place> place) {
    NodeId id = registration.id();
    Optional<String> refusal =
        rules
            .refuseVersion(registration.version())
            .or(() -> place.isPresent() ? Optional.empty() : Optional.of(unresolved(registration)));
    if (refusal.isPresent()) {
      return CompletableFuture.completedStage(shutDown(registration.peer(), refusal.get()));
    }
    Place where = place.orElseThrow();
    Optional<String> tooSmall = rules.refuseSize(id.host(), registration.size());
    if (tooSmall.isPresent()) {
      return desk.allows(where.address())
          .thenApplyAsync(
              allowed ->
                  shutDown(
                      registration.peer(),
                      allowed || isInService(id) ? tooSmall.get() : disallowed(id)),
              executor);
    }
    Applicant applicant = applicant(registration, where.address());
    return desk.admit(applicant)
        .thenApplyAsync(outcome -> answer(registration, where, applicant, outcome), blocking);
  }

  private static String unresolved(PendingRegistration registration) {
    return "hostname cannot be resolved (ip="
        + registration.peer().map(Peer::address).orElse("")
        + ", hostname="
        + registration.id().host()
        + ")";
  }

  /** Runs before any name is looked up. */
  private CompletionStage<Optional<String>> refuseNew(NodeId id, Optional<Peer> caller) {
    if (caller.isEmpty() || newNodes.isUnbounded()) {
      return CompletableFuture.completedStage(Optional.empty());
    }
    PeerNetwork from = caller.get().network();
    return nodes
        .isKnown(id, desk.timeout())
        .thenApplyAsync(
            known ->
                known || newNodes.admit(from, id)
                    ? Optional.empty()
                    : Optional.of(
                        "more than "
                            + senders.newNodesPerAddress()
                            + " new nodes came from "
                            + from.text()
                            + " within a minute (ebb.tracker.new-nodes-per-address)"),
            executor);
  }

  private Applicant applicant(PendingRegistration registration, NodeAddress address) {
    NodeId id = registration.id();
    return new Applicant(
        new ReportStamp(nodes.leader(), nodes.nextRegistration(id), registration.peer()),
        id,
        address,
        HadoopTypes.fromHadoop(registration.size()),
        isHealthy(registration));
  }

  private NodeAddress addressOf(NodeId id) {
    return new NodeAddress(id.host(), addresses.lookUp(id.host()));
  }

  private boolean isInService(NodeId id) {
    return nodes
        .publishedState(id)
        .map(NodeLifecycle::state)
        .filter(NodeState::isInService)
        .isPresent();
  }

  /** The health of a registered NodeManager changes only with its heartbeats. */
  private boolean isHealthy(PendingRegistration registration) {
    return nodes
        .find(registration.id())
        .filter(RMNodeView::isRegistered)
        .flatMap(node -> nodes.publishedState(registration.id()))
        .map(NodeLifecycle::healthy)
        .orElseGet(registration::healthy);
  }

  private RegisterNodeManagerResponse answer(
      PendingRegistration registration, Place place, Applicant applicant, Outcome outcome) {
    if (outcome instanceof Admitted admitted) {
      return accept(registration, place, applicant, admitted);
    }
    if (outcome instanceof Disallowed why) {
      refusals.refused(registration.id(), why);
    }
    return shutDown(registration.peer(), disallowed(registration.id()));
  }

  private static String disallowed(NodeId id) {
    return "Disallowed NodeManager from  "
        + id.host()
        + ", Sending SHUTDOWN signal to the NodeManager.";
  }

  private RegisterNodeManagerResponse accept(
      PendingRegistration registration, Place place, Applicant applicant, Admitted admitted) {
    RegisterNodeManagerRequest request = registration.read();
    // Tokens from the NodeManager's previous run are no longer valid (ResourceTrackerService).
    hadoop.keys().nodes().removeNodeKey(request.getNodeId());
    boolean newest =
        nodes.register(
            new Registration(
                applicant.stamp().registration(),
                registration.peer(),
                applicant.address(),
                admitted.publication(),
                request,
                registration.size(),
                place.location()));
    if (!newest) {
      throw new NotKnownException("a later registration of the same node came first");
    }
    if (!hadoop.context().isWorkPreservingRecoveryEnabled()) {
      endMasters(request);
    }
    RegisterNodeManagerResponse answer = Records.newRecord(RegisterNodeManagerResponse.class);
    registration.prescribed().ifPresent(answer::setResource);
    hadoop.keys().putInto(answer);
    labels.take(request, answer);
    answer.setNodeAction(NodeAction.NORMAL);
    answer.setRMIdentifier(ResourceManager.getClusterTimeStamp());
    answer.setRMVersion(YarnVersionInfo.getVersion());
    LOG.info(
        "NodeManager {} registered{} with {} as {}",
        registration.id(),
        EbbResourceTracker.textOf(registration.peer()),
        registration.size(),
        admitted.publication().node().state());
    return answer;
  }

  /** YARN's own method throws a NullPointerException for an attempt without a master container. */
  private void endMasters(RegisterNodeManagerRequest request) {
    List<ContainerId> passedOver = new ArrayList<>();
    Optional<RuntimeException> failure = Optional.empty();
    for (NMContainerStatus status : request.getNMContainerStatuses()) {
      try {
        ResourceManagerAccess.handleContainerStatus(tracker, status, request.getNodeId());
      } catch (RuntimeException e) {
        passedOver.add(status.getContainerId());
        failure = Optional.of(e);
      }
    }
    if (failure.isPresent()) {
      LOG.warn(
          "Ignoring containers of {}: {}",
          request.getNodeId(),
          NameSample.text(passedOver),
          failure.get());
    }
  }

  private RegisterNodeManagerResponse shutDown(Optional<Peer> peer, String message) {
    lines.write(LOG::info, "shut down", peer.map(Peer::network), message);
    RegisterNodeManagerResponse answer = Records.newRecord(RegisterNodeManagerResponse.class);
    answer.setDiagnosticsMessage(message);
    answer.setNodeAction(NodeAction.SHUTDOWN);
    return answer;
  }
}
