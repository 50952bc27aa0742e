package ebb.simulation;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import ebb.differential.stock.RecordingDispatcher;
import ebb.differential.stock.SimulatedApplications;
import ebb.differential.stock.SimulatedScheduler;
import ebb.hadoop.DirectNodes;
import ebb.hadoop.HadoopActivation;
import ebb.node.Leader;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.simulation.environment.SeededExecutor;
import java.util.Collection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextAccess;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.security.NMTokenSecretManagerInRM;
import org.apache.hadoop.yarn.server.resourcemanager.security.RMContainerTokenSecretManager;

/** Hadoop's ResourceManager while its instance leads, with a simulated scheduler. */
final class ActiveHadoop {
  static final int EXPIRY_MILLIS = 30_000;

  /**
   * Hadoop's defaults are also in its code, and each of its services copies everything that is
   * here.
   */
  private static final Configuration CONF = new Configuration(false);

  static {
    CONF.setInt(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, EXPIRY_MILLIS);
  }

  private static final NMTokenSecretManagerInRM NODE_TOKENS = new NMTokenSecretManagerInRM(CONF);
  private static final RMContainerTokenSecretManager CONTAINER_TOKENS =
      new RMContainerTokenSecretManager(CONF);

  static {
    NODE_TOKENS.rollMasterKey();
    CONTAINER_TOKENS.rollMasterKey();
  }

  final RecordingDispatcher dispatcher = new RecordingDispatcher();
  final SimulatedApplications applications = new SimulatedApplications(dispatcher);
  final SimulatedScheduler scheduler = new SimulatedScheduler(dispatcher, applications);
  final RMContextImpl context;
  final HadoopActivation activation;

  /**
   * @param running numbers of the applications that have not ended
   */
  ActiveHadoop(
      World world,
      ActorContext<?> parent,
      Leader leader,
      ActorRef<LeaderCommand> singleton,
      DirectNodes nodes,
      Collection<Integer> running) {
    ClusterMetrics.destroy();
    context =
        RMContextAccess.make(dispatcher, scheduler.asHadoops(), CONTAINER_TOKENS, NODE_TOKENS);
    dispatcher.register(SchedulerEventType.class, scheduler);
    dispatcher.register(RMAppEventType.class, applications);
    dispatcher.register(RMNodeEventType.class, new ResourceManager.NodeEventDispatcher(context));
    running.forEach(number -> applications.begin(number, context.getRMApps()));
    activation =
        new HadoopActivation(
            parent,
            context,
            new Configuration(CONF),
            CONTAINER_TOKENS,
            NODE_TOKENS,
            leader,
            singleton,
            nodes,
            SeededExecutor.INSTANCE,
            world.time()::now,
            world.time().clock(),
            EXPIRY_MILLIS);
  }

  /** A node has no HTTP port until its NodeManager has registered with this leader. */
  boolean hasRegistered(ebb.domain.NodeId node) {
    RMNode known = context.getRMNodes().get(NodeId.newInstance(node.host(), node.port()));
    return known != null && known.getHttpPort() > 0;
  }

  void stop() {
    activation.stop();
  }
}
