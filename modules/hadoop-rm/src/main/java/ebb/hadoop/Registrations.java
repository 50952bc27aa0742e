package ebb.hadoop;

import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.Peer;
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
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.ProtobufRpcEngineCallback2;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.RegisterNodeManagerResponsePBImpl;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.resourcemanager.PackageDoor;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceTrackerService;
import org.apache.hadoop.yarn.server.resourcemanager.resource.DynamicResourceConfiguration;
import org.apache.hadoop.yarn.util.Records;
import org.apache.hadoop.yarn.util.YarnVersionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers registrations: what cannot be admitted at all at once, the others later, when {@link
 * RegistrationDesk} has found out. No handler thread waits for that.
 */
final class Registrations {
  private static final Logger LOG = LoggerFactory.getLogger(Registrations.class);

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
  private final MinuteLines senderRefusals = new MinuteLines(LOG, Time::monotonicNow);
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
    newNodes = new NewNodes(senders.newNodesPerAddress(), Time::monotonicNow);
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

  /** Looks names up, and so may block. */
  private CompletionStage<RegisterNodeManagerResponse> decide(
      RegisterNodeManagerRequest request, Optional<Peer> caller) {
    Optional<String> noHost = RegistrationRules.refuseHost(request.getNodeId().getHost());
    if (noHost.isPresent()) {
      return CompletableFuture.completedStage(shutDown(noHost.get()));
    }
    NodeId id = HadoopTypes.fromHadoop(request.getNodeId());
    Optional<String> notForThisNode = caller.flatMap(peer -> refuseSender(id, peer));
    if (notForThisNode.isPresent()) {
      return CompletableFuture.failedStage(new WrongSenderException(notForThisNode.get()));
    }
    Optional<Resource> prescribed = DynamicSizes.of(sizes, id);
    Resource size = prescribed.orElseGet(request::getResource);
    Optional<String> refusal =
        rules
            .refuseVersion(request.getNMVersion())
            .or(() -> caller.flatMap(peer -> refuseUnresolved(id, peer)));
    if (refusal.isPresent()) {
      return CompletableFuture.completedStage(shutDown(refusal.get()));
    }
    Optional<String> tooSmall = rules.refuseSize(id.host(), size);
    if (tooSmall.isPresent()) {
      return desk.allows(addressOf(id))
          .thenApplyAsync(
              allowed -> shutDown(allowed || isInService(id) ? tooSmall.get() : disallowed(id)),
              executor);
    }
    Knock knock =
        new Knock(request, caller, id, size, prescribed, ResourceTrackerService.resolve(id.host()));
    Applicant applicant = applicant(knock);
    return desk.admit(applicant)
        .thenApplyAsync(outcome -> answer(knock, applicant, outcome), blocking);
  }

  private Optional<String> refuseSender(NodeId id, Peer peer) {
    return senders.refuse(id.host(), peer, names).or(() -> refuseNew(id, peer));
  }

  private Optional<String> refuseNew(NodeId id, Peer peer) {
    boolean known = nodes.find(id).isPresent();
    return known || newNodes.admit(peer.address(), id.toString())
        ? Optional.empty()
        : Optional.of(
            "more than "
                + senders.newNodesPerAddress()
                + " new nodes came from "
                + peer.address()
                + " within a minute (ebb.tracker.new-nodes-per-address)");
  }

  /** The peer may not speak for the node. */
  private static final class WrongSenderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WrongSenderException(String reason) {
      super(reason, null, false, false);
    }
  }

  /**
   * @param prescribed the size that dynamic-resources.xml gives to the node
   */
  private record Knock(
      RegisterNodeManagerRequest request,
      Optional<Peer> peer,
      NodeId id,
      Resource size,
      Optional<Resource> prescribed,
      Node location) {}

  private Optional<String> refuseUnresolved(NodeId id, Peer caller) {
    boolean refused =
        rules.resolvable() && NetUtils.createSocketAddrForHost(id.host(), id.port()).isUnresolved();
    return refused
        ? Optional.of(
            "hostname cannot be resolved (ip=" + caller.address() + ", hostname=" + id.host() + ")")
        : Optional.empty();
  }

  private Applicant applicant(Knock knock) {
    long knownRevision =
        nodes.find(knock.id()).map(LiveNode::stamp).map(FactStamp::knownRevision).orElse(0L);
    NodeId id = knock.id();
    return new Applicant(
        new FactStamp(
            nodes.term(), nodes.nextRegistration(knock.id()), knownRevision, knock.peer()),
        id,
        addressOf(id),
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
        .orElseGet(() -> isHealthy(knock.request()));
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
    try {
      // Composed before the end is looked at: a failure of that has to be answered, too.
      CompletionStage<Message> decision =
          lane.run(request.getNodeId().getHost(), () -> decide(request, caller))
              .thenComposeAsync(Function.identity(), executor)
              .thenApplyAsync(Registrations::protoOf, executor);
      decision.whenCompleteAsync(
          (answer, failure) -> {
            if (failure == null) {
              callback.setResponse(answer);
            } else {
              callback.error(tryAgain(request, caller, failure));
            }
          },
          executor);
    } catch (RuntimeException e) {
      callback.error(tryAgain(request, caller, e));
    }
  }

  private static Message protoOf(RegisterNodeManagerResponse answer) {
    return ((RegisterNodeManagerResponsePBImpl) answer).getProto();
  }

  /**
   * The exception that both of a NodeManager's retry policies repeat a call after: without HA at
   * the connect interval, with HA on the other ResourceManagers too and as often as it takes. Of
   * RetriableException the one with HA forgives a single one (RMProxy.createRetryPolicy).
   */
  private StandbyException tryAgain(
      RegisterNodeManagerRequest request, Optional<Peer> caller, Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof WrongSenderException) {
      String refused =
          "Refused NodeManager "
              + request.getNodeId()
              + senderOf(caller)
              + ": "
              + cause.getMessage();
      senderRefusals.warn(refused);
      return new StandbyException(refused);
    }
    boolean expected = cause instanceof TimeoutException || cause instanceof NotKnownException;
    String reason =
        cause instanceof TimeoutException ? "nobody answered in time" : cause.toString();
    String message = "Registration of " + request.getNodeId() + " cannot be decided now: " + reason;
    if (expected) {
      LOG.warn("{}; the NodeManager is asked to try again", message);
    } else {
      LOG.error("{}; the NodeManager is asked to try again", message, cause);
    }
    return new StandbyException(message);
  }

  private static String senderOf(Optional<Peer> peer) {
    return peer.map(from -> " " + from.text("")).orElse("");
  }

  private RegisterNodeManagerResponse answer(Knock knock, Applicant applicant, Outcome outcome) {
    if (outcome instanceof Admitted admitted) {
      return welcome(knock, applicant, admitted);
    }
    if (outcome instanceof Disallowed why) {
      refusals.refused(knock.id(), why);
    }
    return shutDown(disallowed(knock.id()));
  }

  private static String disallowed(NodeId id) {
    return "Disallowed NodeManager from  "
        + id.host()
        + ", Sending SHUTDOWN signal to the NodeManager.";
  }

  private RegisterNodeManagerResponse welcome(Knock knock, Applicant applicant, Admitted admitted) {
    RegisterNodeManagerRequest request = knock.request();
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
                knock.location()));
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

  private static RegisterNodeManagerResponse shutDown(String message) {
    LOG.info(message);
    RegisterNodeManagerResponse answer = Records.newRecord(RegisterNodeManagerResponse.class);
    answer.setDiagnosticsMessage(message);
    answer.setNodeAction(NodeAction.SHUTDOWN);
    return answer;
  }
}
