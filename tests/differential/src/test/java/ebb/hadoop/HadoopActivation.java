package ebb.hadoop;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.ActorContext;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.PeerNetwork;
import ebb.hadoop.node.RMNodeViews;
import ebb.hadoop.node.RMNodeViewsActor;
import ebb.hadoop.node.RegistrationAdmission;
import ebb.hadoop.rpc.SenderRules;
import ebb.hadoop.scheduler.AdminResourceOption;
import ebb.hadoop.tracker.EbbResourceTracker;
import ebb.hadoop.tracker.HostExecutor;
import ebb.hadoop.tracker.MasterKeys;
import ebb.hadoop.tracker.RmServices;
import ebb.node.Leader;
import ebb.nodeslist.protocol.LeaderCommand;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.ProtobufRpcEngineCallback2;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.RegisterNodeManagerResponseProto;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.RegisterNodeManagerResponsePBImpl;
import org.apache.hadoop.yarn.server.resourcemanager.NMLivelinessMonitor;
import org.apache.hadoop.yarn.server.resourcemanager.NodesListManager;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManagerAccess;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceTrackerService;
import org.apache.hadoop.yarn.server.resourcemanager.security.NMTokenSecretManagerInRM;
import org.apache.hadoop.yarn.server.resourcemanager.security.RMContainerTokenSecretManager;
import org.apache.hadoop.yarn.util.Clock;

/** Ebb's part of one activation of Hadoop's ResourceManager, as EbbResourceManager sets it up. */
public final class HadoopActivation {
  private final EbbResourceTracker tracker;
  private final NodesListManagerAdapter lists;

  /**
   * @param executor for all work that is not done on the caller's thread
   * @param clock monotonic, in milliseconds
   * @param wallClock the nodes' clock
   */
  public HadoopActivation(
      ActorContext<?> parent,
      RMContextImpl context,
      Configuration conf,
      RMContainerTokenSecretManager containerTokens,
      NMTokenSecretManagerInRM nodeTokens,
      Leader leader,
      ActorRef<LeaderCommand> singleton,
      DirectNodes actors,
      Executor executor,
      Clock clock,
      java.time.Clock wallClock,
      long expiryMillis) {
    ActorSystem<?> system = parent.getSystem();
    RMNodeViews nodes =
        new RMNodeViews(context, leader, new AtomicLong(), actors, clock, expiryMillis);
    lists = new NodesListManagerAdapter(context, system, singleton, nodes, Duration.ofSeconds(60));
    ResourceManagerAccess.setNodesListManager(context, lists);
    ActorRef<RMNodeViewsActor.Command> follower =
        parent.spawn(RMNodeViewsActor.create(nodes, singleton), "live-nodes");
    tracker =
        new EbbResourceTracker(
            new RmServices(
                context,
                new NMLivelinessMonitor(context.getDispatcher()),
                new MasterKeys(containerTokens, nodeTokens)),
            nodes,
            follower,
            new RegistrationAdmission(system, singleton, actors, Duration.ofSeconds(10), wallClock),
            SenderRules.NONE,
            executor,
            onThe(executor),
            executor);
    tracker.init(conf);
    follower.tell(new RMNodeViewsActor.Start());
  }

  /**
   * Names are looked up on the same executor, so that a step is over when nothing is left to run.
   */
  private static HostExecutor onThe(Executor executor) {
    return new HostExecutor() {
      @Override
      public <T> CompletionStage<T> run(String host, Optional<PeerNetwork> from, Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, executor);
      }

      @Override
      public void close() {}
    };
  }

  /** As EbbAdminService passes it on. */
  public static ResourceOption administratorsSize(ResourceOption size) {
    return AdminResourceOption.of(size, Initiator.system("root", Origin.RPC));
  }

  public ResourceTrackerService tracker() {
    return tracker;
  }

  public NodesListManager lists() {
    return lists;
  }

  public CompletableFuture<RegisterNodeManagerResponse> register(
      RegisterNodeManagerRequest request) {
    CompletableFuture<RegisterNodeManagerResponse> answer = new CompletableFuture<>();
    tracker.registerNodeManager(
        request,
        new ProtobufRpcEngineCallback2() {
          @Override
          public void setResponse(Message message) {
            answer.complete(
                new RegisterNodeManagerResponsePBImpl((RegisterNodeManagerResponseProto) message));
          }

          @Override
          public void error(Throwable failure) {
            answer.completeExceptionally(failure);
          }
        });
    return answer;
  }

  public void stop() {
    tracker.stop();
  }
}
