package ebb.hadoop;

import ebb.domain.LinesPerMinute;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.Peer;
import ebb.domain.PeerNetwork;
import ebb.domain.lists.NodeAddress;
import ebb.hadoop.RegistrationDesk.Admitted;
import ebb.hadoop.RegistrationDesk.Applicant;
import ebb.hadoop.RegistrationDesk.Disallowed;
import ebb.hadoop.RegistrationDesk.NotKnownException;
import ebb.hadoop.RegistrationDesk.Outcome;
import ebb.node.FactStamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.ProtobufRpcEngineCallback2;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.RegisterNodeManagerRequestProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.UnRegisterNodeManagerResponseProto;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.RegisterNodeManagerRequestPBImpl;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.RegisterNodeManagerResponsePBImpl;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.resourcemanager.PackageDoor;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceTrackerService;
import org.apache.hadoop.yarn.server.resourcemanager.resource.DynamicResourceConfiguration;
import org.apache.hadoop.yarn.util.Records;
import org.apache.hadoop.yarn.util.YarnVersionInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers registrations: what cannot be admitted at all at once, the others later, when {@link
 * RegistrationDesk} has found out. No handler thread waits for that.
 */
final class Registrations {
  private static final Logger LOG = LoggerFactory.getLogger(Registrations.class);

  private static final PeerNetwork NOBODY = new PeerNetwork("nobody");

  private final ResourceTrackerService tracker;
  private final Collaborators hadoop;
  private final LiveNodes nodes;
  private final RegistrationDesk desk;
  private final Executor executor;
  private final HostWork lane;
  private final Executor blocking;
  private final ReportedLabels labels;
  private final RefusalLines refusals = new RefusalLines();
  private final SenderRules senders;
  private final NewNodes newNodes;
  private final LinesPerMinute lines = new LinesPerMinute(1, System::nanoTime);
  private final WaitingMemory waiting = new WaitingMemory(Runtime.getRuntime().maxMemory() / 8);
  private final SenderRules.Names names = new SystemNames();
  private volatile AddressCache addresses = AddressCache.of(new Configuration(false));
  private volatile RegistrationRules rules = RegistrationRules.of(new Configuration(false));
  private volatile DynamicResourceConfiguration sizes =
      new DynamicResourceConfiguration(new Configuration(false));

  /**
   * @param senders who may register which node
   * @param lane for what may wait for a name server or a script
   * @param blocking for what may wait for a store of labels
   */
  Registrations(
      ResourceTrackerService tracker,
      Collaborators hadoop,
      LiveNodes nodes,
      RegistrationDesk desk,
      SenderRules senders,
      Executor executor,
      HostWork lane,
      Executor blocking) {
    this.senders = senders;
    newNodes = new NewNodes(senders.newNodesPerAddress(), System::nanoTime);
    this.executor = executor;
    this.lane = lane;
    this.blocking = blocking;
    labels = new ReportedLabels(hadoop.context());
    this.tracker = tracker;
    this.hadoop = hadoop;
    this.nodes = nodes;
    this.desk = desk;
  }

  void configure(Configuration conf) {
    rules = RegistrationRules.of(conf);
    addresses = AddressCache.of(conf);
    labels.configure(conf);
  }

  void resize(DynamicResourceConfiguration newSizes) {
    sizes = newSizes;
  }

  /** The applications hear of a change of this node. */
  void changed(org.apache.hadoop.yarn.api.records.NodeId nodeId) {
    addresses.forget(nodeId.getHost());
  }

  ReportedLabels labels() {
    return labels;
  }

  /** To be called on a handler thread, as the last thing that is done with the call. */
  RegisterNodeManagerResponse register(RegisterNodeManagerRequest request) {
    Optional<Peer> caller = Caller.peer();
    RegisterNodeManagerResponse ignoredByTheServer =
        Records.newRecord(RegisterNodeManagerResponse.class);
    answerLater(request, caller, ProtobufRpcEngine2.Server.registerForDeferredResponse2());
    return ignoredByTheServer;
  }

  /** Where a node is, as name servers and the topology script say. */
  private record Place(NodeAddress address, Node location) {}

  /**
   * Looks names up, and so may block.
   *
   * @return empty if the host has to have an address, and has none
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

  private CompletionStage<RegisterNodeManagerResponse> decide(Knock knock) {
    NodeId id = knock.id();
    // Not the knock: the lane may hold its work for longer than anybody waits for it.
    Optional<Peer> peer = knock.peer();
    return refuseNew(id, peer)
        .thenComposeAsync(
            tooMany -> {
              if (tooMany.isPresent()) {
                throw new WrongSenderException(tooMany.get());
              }
              return lane.run(id.host(), peer.map(Peer::network), () -> lookUp(id, peer));
            },
            executor)
        .thenComposeAsync(place -> decide(knock, place), executor);
  }

  private CompletionStage<RegisterNodeManagerResponse> decide(Knock knock, Optional<Place> place) {
    NodeId id = knock.id();
    Optional<String> refusal =
        rules
            .refuseVersion(knock.version())
            .or(() -> place.isPresent() ? Optional.empty() : Optional.of(unresolved(knock)));
    if (refusal.isPresent()) {
      return CompletableFuture.completedStage(shutDown(knock.peer(), refusal.get()));
    }
    Place where = place.orElseThrow();
    Optional<String> tooSmall = rules.refuseSize(id.host(), knock.size());
    if (tooSmall.isPresent()) {
      return desk.allows(where.address())
          .thenApplyAsync(
              allowed ->
                  shutDown(
                      knock.peer(), allowed || isInService(id) ? tooSmall.get() : disallowed(id)),
              executor);
    }
    Applicant applicant = applicant(knock, where.address());
    return desk.admit(applicant)
        .thenApplyAsync(outcome -> answer(knock, where, applicant, outcome), blocking);
  }

  private static String unresolved(Knock knock) {
    return "hostname cannot be resolved (ip="
        + knock.peer().map(Peer::address).orElse("")
        + ", hostname="
        + knock.id().host()
        + ")";
  }

  /** Before any name is looked up. */
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

  /** The peer may not speak for the node. */
  private static final class WrongSenderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WrongSenderException(String reason) {
      super(reason, null, false, false);
    }
  }

  /**
   * A registration that waits for its answer.
   *
   * @param size what the node has, or the prescribed one
   * @param prescribed the size that dynamic-resources.xml gives to the node
   * @param version of the NodeManager
   * @param healthy what it says of itself
   * @param request as it came: read, it can take fifty times the memory for all the time that a
   *     name server or a node's RMNode needs
   */
  private record Knock(
      NodeId id,
      Optional<Peer> peer,
      Resource size,
      Optional<Resource> prescribed,
      @Nullable String version,
      boolean healthy,
      ByteString request) {

    RegisterNodeManagerRequest read() {
      try {
        return new RegisterNodeManagerRequestPBImpl(
            RegisterNodeManagerRequestProto.parseFrom(request));
      } catch (InvalidProtocolBufferException e) {
        throw new IllegalStateException("what was written here cannot be read", e);
      }
    }
  }

  private Knock knock(RegisterNodeManagerRequest request, Optional<Peer> caller) {
    NodeId id = HadoopTypes.fromHadoop(request.getNodeId());
    Optional<Resource> prescribed = DynamicSizes.of(sizes, id);
    return new Knock(
        id,
        caller,
        prescribed.orElseGet(request::getResource),
        prescribed,
        request.getNMVersion(),
        isHealthy(request),
        ((RegisterNodeManagerRequestPBImpl) request).getProto().toByteString());
  }

  private Applicant applicant(Knock knock, NodeAddress address) {
    NodeId id = knock.id();
    return new Applicant(
        new FactStamp(nodes.term(), nodes.nextRegistration(id), knock.peer()),
        id,
        address,
        HadoopTypes.fromHadoop(knock.size()),
        isHealthy(knock));
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

  /** Of a NodeManager in service only heartbeats tell. */
  private boolean isHealthy(Knock knock) {
    return nodes
        .find(knock.id())
        .filter(LiveNode::isRegistered)
        .flatMap(node -> nodes.publishedState(knock.id()))
        .map(NodeLifecycle::healthy)
        .orElseGet(knock::healthy);
  }

  private static boolean isHealthy(RegisterNodeManagerRequest request) {
    return request.getNodeStatus() == null
        || request.getNodeStatus().getNodeHealthStatus() == null
        || request.getNodeStatus().getNodeHealthStatus().getIsNodeHealthy();
  }

  /**
   * Answers through the callback, now or later, on any thread. Throws nothing: once a callback is
   * registered, an exception would leave the handler thread in a state in which it never answers
   * the next call.
   */
  void answerLater(
      RegisterNodeManagerRequest request,
      Optional<Peer> caller,
      ProtobufRpcEngineCallback2 callback) {
    String id = String.valueOf(request.getNodeId());
    answerLater(
        callback,
        caller,
        ((RegisterNodeManagerRequestPBImpl) request).getProto().getSerializedSize(),
        () -> {
          Optional<String> noHost = RegistrationRules.refuseHost(request.getNodeId().getHost());
          return noHost.isPresent()
              ? CompletableFuture.completedStage(protoOf(shutDown(caller, noHost.get())))
              : decide(knock(request, caller)).thenApplyAsync(Registrations::protoOf, executor);
        },
        failure -> tryAgain(id, caller, failure));
  }

  /**
   * Unregisters a node that has not registered with this leader if the peer may register it. To be
   * called on a handler thread, as the last thing that is done with the call.
   */
  void unregister(NodeId id, Peer peer, Runnable unregistration) {
    answerLater(
        ProtobufRpcEngine2.Server.registerForDeferredResponse2(),
        Optional.of(peer),
        0,
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
                    executor),
        failure -> refusedUnregistration(id, peer, failure));
  }

  /**
   * @param length of the request, which is kept until the answer
   * @param decision what it holds waits with it
   */
  private void answerLater(
      ProtobufRpcEngineCallback2 callback,
      Optional<Peer> caller,
      int length,
      Supplier<CompletionStage<? extends Message>> decision,
      Function<Throwable, Exception> refusal) {
    PeerNetwork from = caller.map(Peer::network).orElse(NOBODY);
    if (!waiting.take(from, length)) {
      String tooMany = "too many requests wait already; they take " + waiting.total() + " bytes";
      callback.error(refusal.apply(new NotKnownException(tooMany)));
      return;
    }
    CompletionStage<? extends Message> answer;
    try {
      answer = decision.get();
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedStage(e);
    }
    answer.whenCompleteAsync(
        (message, failure) -> {
          waiting.release(from, length);
          if (failure == null) {
            callback.setResponse(message);
          } else {
            callback.error(refusal.apply(causeOf(failure)));
          }
        },
        executor);
  }

  private static Throwable causeOf(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  private static Message protoOf(RegisterNodeManagerResponse answer) {
    return ((RegisterNodeManagerResponsePBImpl) answer).getProto();
  }

  /**
   * The exception that both of a NodeManager's retry policies repeat a call after: without HA at
   * the connect interval, with HA on the other ResourceManagers too and as often as it takes. Of
   * RetriableException the one with HA forgives a single one (RMProxy.createRetryPolicy).
   */
  private StandbyException tryAgain(String id, Optional<Peer> caller, Throwable cause) {
    if (cause instanceof WrongSenderException) {
      String refused = "Refused NodeManager " + id + senderOf(caller) + ": " + cause.getMessage();
      write(LOG::warn, "refused", caller, refused);
      return new StandbyException(refused);
    }
    String message = "Registration of " + id + " cannot be decided now: " + reasonOf(cause);
    boolean expected = isExpected(cause);
    write(
        line -> {
          if (expected) {
            LOG.warn("{}", line);
          } else {
            LOG.error("{}", line, cause);
          }
        },
        expected ? "try again" : "failed",
        caller,
        message + "; the NodeManager is asked to try again");
    return new StandbyException(message);
  }

  /** A NodeManager that ends asks once. */
  private YarnException refusedUnregistration(NodeId id, Peer peer, Throwable cause) {
    String refused =
        "Refused to unregister NodeManager " + id + " " + peer.text("") + ": " + reasonOf(cause);
    write(LOG::warn, "refused unregistration", Optional.of(peer), refused);
    return EbbResourceTracker.withoutTrace(new YarnException(refused));
  }

  private static String reasonOf(Throwable cause) {
    if (cause instanceof TimeoutException) {
      return "nobody answered in time";
    }
    return isExpected(cause) ? String.valueOf(cause.getMessage()) : cause.toString();
  }

  private static boolean isExpected(Throwable cause) {
    return cause instanceof TimeoutException
        || cause instanceof NotKnownException
        || cause instanceof WrongSenderException;
  }

  private void write(Consumer<String> log, String kind, Optional<Peer> from, String line) {
    lines.write(log, kind, from.map(Peer::network), line);
  }

  private static String senderOf(Optional<Peer> peer) {
    return peer.map(from -> " " + from.text("")).orElse("");
  }

  private RegisterNodeManagerResponse answer(
      Knock knock, Place place, Applicant applicant, Outcome outcome) {
    if (outcome instanceof Admitted admitted) {
      return welcome(knock, place, applicant, admitted);
    }
    if (outcome instanceof Disallowed why) {
      refusals.refused(knock.id(), why);
    }
    return shutDown(knock.peer(), disallowed(knock.id()));
  }

  private static String disallowed(NodeId id) {
    return "Disallowed NodeManager from  "
        + id.host()
        + ", Sending SHUTDOWN signal to the NodeManager.";
  }

  private RegisterNodeManagerResponse welcome(
      Knock knock, Place place, Applicant applicant, Admitted admitted) {
    RegisterNodeManagerRequest request = knock.read();
    // Tokens of the NodeManager's former life are worth nothing (ResourceTrackerService).
    hadoop.keys().nodes().removeNodeKey(request.getNodeId());
    boolean newest =
        nodes.register(
            new Registration(
                applicant.stamp().registration(),
                knock.peer(),
                applicant.address(),
                admitted.publication(),
                request,
                knock.size(),
                place.location()));
    if (!newest) {
      throw new NotKnownException("a later registration of the same node came first");
    }
    if (!hadoop.context().isWorkPreservingRecoveryEnabled()) {
      endMasters(request);
    }
    RegisterNodeManagerResponse answer = Records.newRecord(RegisterNodeManagerResponse.class);
    knock.prescribed().ifPresent(answer::setResource);
    hadoop.keys().putInto(answer);
    labels.take(request, answer);
    answer.setNodeAction(NodeAction.NORMAL);
    answer.setRMIdentifier(ResourceManager.getClusterTimeStamp());
    answer.setRMVersion(YarnVersionInfo.getVersion());
    LOG.info(
        "NodeManager {} registered{} with {} as {}",
        knock.id(),
        senderOf(knock.peer()),
        knock.size(),
        admitted.publication().node().state());
    return answer;
  }

  /** Of an attempt that has no master container yet YARN's own method makes a null pointer. */
  private void endMasters(RegisterNodeManagerRequest request) {
    List<ContainerId> passedOver = new ArrayList<>();
    Optional<RuntimeException> failure = Optional.empty();
    for (NMContainerStatus status : request.getNMContainerStatuses()) {
      try {
        PackageDoor.handleContainerStatus(tracker, status, request.getNodeId());
      } catch (RuntimeException e) {
        passedOver.add(status.getContainerId());
        failure = Optional.of(e);
      }
    }
    if (failure.isPresent()) {
      LOG.warn(
          "Containers of {} are passed over: {}",
          request.getNodeId(),
          FirstOf.text(passedOver),
          failure.get());
    }
  }

  private RegisterNodeManagerResponse shutDown(Optional<Peer> peer, String message) {
    write(LOG::info, "shut down", peer, message);
    RegisterNodeManagerResponse answer = Records.newRecord(RegisterNodeManagerResponse.class);
    answer.setDiagnosticsMessage(message);
    answer.setNodeAction(NodeAction.SHUTDOWN);
    return answer;
  }
}
