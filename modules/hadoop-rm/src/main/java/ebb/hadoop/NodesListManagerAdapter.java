package ebb.hadoop;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.Initiator;
import ebb.domain.refresh.RefreshRequest;
import ebb.domain.text.TextLimit;
import ebb.hadoop.node.RMNodeViews;
import ebb.hadoop.rpc.RpcCaller;
import ebb.hosts.RefreshRejection;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import ebb.nodeslist.protocol.NodesListReply.Rejected;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.server.resourcemanager.NodesListManager;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces YARN's NodesListManager for the AdminService. Refreshes are sent to Ebb's
 * NodesListManager, and wait for its answer on the handler thread of the admin port. Refreshes that
 * nobody requested (the AdminService's own at each activation) do nothing, because only requested
 * refreshes read the lists.
 *
 * <p>Refreshes through this class follow YARN. Whatever the files contain comes into force, even
 * lists that were in force before and were replaced. A request that is sent twice is carried out
 * twice. The protocol does not include {@code -client} or {@code -server}, so every refresh counts
 * as tracked by the server. Hadoop's client sends the same request in both modes. After its own
 * timeout, it forces every drain that is still running, of all operations. A timeout that an
 * operator set for one drain over HTTP holds here, too: a refresh without a timeout keeps it.
 *
 * <p>It is never started as a service. YARN's own instance stays, without lists, and still notifies
 * applications which nodes they can use.
 */
final class NodesListManagerAdapter extends NodesListManager {
  private static final Logger LOG = LoggerFactory.getLogger(NodesListManagerAdapter.class);

  /** How long a caller waits for the view to show what is durable. */
  private static final Duration VIEW = Duration.ofSeconds(5);

  private final RMContext context;
  private final ActorSystem<?> system;
  private final ActorRef<LeaderCommand> leader;
  private final RMNodeViews nodes;
  private final Duration timeout;

  /**
   * @param timeout the longest time that a caller waits for a refresh
   */
  NodesListManagerAdapter(
      RMContext context,
      ActorSystem<?> system,
      ActorRef<LeaderCommand> leader,
      RMNodeViews nodes,
      Duration timeout) {
    super(context);
    this.context = context;
    this.system = system;
    this.leader = leader;
    this.nodes = nodes;
    this.timeout = timeout;
  }

  /**
   * @param ignored Ebb reads the configuration again itself
   */
  @Override
  public void refreshNodes(@Nullable Configuration ignored) throws IOException, YarnException {
    refresh(new RefreshRequest(RefreshType.NORMAL, Optional.empty()));
  }

  @Override
  public void refreshNodes(@Nullable Configuration ignored, boolean graceful)
      throws IOException, YarnException {
    RefreshType type = graceful ? RefreshType.GRACEFUL : RefreshType.NORMAL;
    refresh(new RefreshRequest(type, Optional.empty()));
  }

  /**
   * @param seconds null if the request has none; any negative number is infinite
   */
  @Override
  public void refreshNodesGracefully(@Nullable Configuration ignored, @Nullable Integer seconds)
      throws IOException, YarnException {
    refresh(
        new RefreshRequest(
            RefreshType.GRACEFUL,
            Optional.ofNullable(seconds).map(given -> DrainTimeout.ofSeconds(given))));
  }

  @Override
  public void refreshNodesForcefully() {
    try {
      refresh(new RefreshRequest(RefreshType.FORCEFUL, Optional.empty()));
    } catch (IOException | YarnException e) {
      // The signature allows no other exception.
      throw withoutTrace(new YarnRuntimeException(e.getMessage()));
    }
  }

  @Override
  public Set<org.apache.hadoop.yarn.api.records.NodeId> checkForDecommissioningNodes() {
    return context.getRMNodes().values().stream()
        .filter(
            node -> node.getState() == org.apache.hadoop.yarn.api.records.NodeState.DECOMMISSIONING)
        .map(node -> node.getNodeID())
        .collect(Collectors.toSet());
  }

  /** Ebb's lists decide at registration whether a host is admitted, never this method. */
  @Override
  public boolean isValidNode(String hostName) {
    return true;
  }

  /** Ebb's NodesListManager decides with the lists what is forgotten, never this method. */
  @Override
  public boolean isUntrackedNode(String hostName) {
    return false;
  }

  private void refresh(RefreshRequest request) throws IOException, YarnException {
    if (context.getHAServiceState() != HAServiceState.ACTIVE) {
      LOG.debug("{} ignored: lists are not read by an activation", request);
      return;
    }
    Initiator initiator = RpcCaller.administrator();
    String user = initiator.actor();
    Optional<String> problem = TextLimit.USER_NAME.problemOf(user);
    if (problem.isPresent()) {
      throw refused(TextLimit.quote(user), "user name " + problem.get());
    }
    NodesListReply reply = ask(request, initiator);
    if (reply instanceof Refreshed refreshed) {
      LOG.info(
          "{} by {}: refresh {}, {} decisions",
          request,
          initiator.text(),
          refreshed.listVersion(),
          refreshed.decisions().size());
      awaitView(refreshed);
    } else if (reply instanceof Rejected rejected
        && rejected.code() == RefreshRejection.NODES_NOT_SEEN) {
      throw withoutTrace(new StandbyException(rejected.reason()));
    } else if (reply instanceof Rejected rejected) {
      throw refused(user, rejected.reason());
    } else {
      throw refused(user, "unexpected answer " + reply);
    }
  }

  private NodesListReply ask(RefreshRequest request, Initiator initiator) throws YarnException {
    try {
      return AskPattern.<LeaderCommand, NodesListReply>ask(
              leader,
              replyTo ->
                  new NodesListCommand.RefreshNodes(request, initiator, false, false, replyTo),
              timeout,
              system.scheduler())
          .toCompletableFuture()
          .get();
    } catch (ExecutionException e) {
      throw refused(
          initiator.actor(),
          "no answer within "
              + timeout.toSeconds()
              + " seconds; the refresh may still be carried out");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw refused(initiator.actor(), "the ResourceManager is stopping");
    }
  }

  /**
   * Waits so that the caller's next request for the nodes shows the effect of the refresh. The
   * drain of a running node is shown before the node has applied it, anything else afterwards.
   */
  private void awaitView(Refreshed refreshed) {
    Set<NodeId> shown =
        refreshed.decisions().stream()
            .filter(each -> isDrainOfRunning(each) || !refreshed.pending().contains(each.nodeId()))
            .map(NodeDecision::nodeId)
            .collect(Collectors.toSet());
    try {
      if (!nodes.awaitVersion(shown, refreshed.listVersion(), VIEW)) {
        LOG.warn("The view of the nodes lags behind refresh {}", refreshed.listVersion());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isDrainOfRunning(NodeDecision decision) {
    return decision.action() instanceof NodeAction.GracefulDecommission
        && decision.before() == NodeState.RUNNING;
  }

  private static YarnException refused(String user, String reason) {
    RMAuditLogger.logFailure(user, "refreshNodes", "", "AdminService", reason);
    return withoutTrace(new YarnException(reason));
  }

  /** `yarn rmadmin` prints the stack trace of an error; the line alone is clearer. */
  private static <T extends Throwable> T withoutTrace(T failure) {
    failure.setStackTrace(new StackTraceElement[0]);
    return failure;
  }
}
