package ebb.hadoop;

import akka.Done;
import akka.actor.typed.ActorRef;
import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.hadoop.config.ConfigurationException;
import ebb.node.Leader;
import ebb.nodeslist.observed.RunningContainers;
import ebb.nodeslist.observed.WorkView;
import ebb.nodeslist.protocol.LeaderCommand;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The part that Hadoop's ResourceManager plays on this instance: active, standing by, or none. No
 * call blocks; they take effect one after the other. Continue the stages with an executor only.
 */
public interface HadoopRole extends WorkView {

  /**
   * Becomes active with the configuration as it is now; whatever ran before is stopped, or goes on
   * as the active one if it stood by, or was prepared, with that configuration.
   *
   * @param leader as nodes know it
   * @param singleton the leader itself, for local use
   * @return complete when the ResourceManager is active: its RPC and web ports answer. Fails with a
   *     {@link HadoopStartException} or a {@link ConfigurationException}.
   */
  CompletionStage<Done> start(Leader leader, ActorRef<LeaderCommand> singleton);

  /**
   * Makes ready what the only instance is going to lead with, while it is not leading yet; opens no
   * port. It only saves time: what fails here is tried again, and told, by {@link #start}.
   *
   * @return complete when it is done, or has failed
   */
  CompletionStage<Done> prepare();

  /**
   * Answers as a standby does, while another instance leads; whatever ran before is stopped.
   *
   * @return complete when the ports of a standby answer. Fails like {@link #start}, and with a
   *     {@link ConfigurationException} without HA settings.
   */
  CompletionStage<Done> standBy();

  /** Complete when nothing of it runs any more; at once if nothing does. */
  CompletionStage<Done> stop();

  /**
   * Whether the ResourceManager is the active one; any thread may ask. An administrator can make
   * the leader's a standby ({@code yarn rmadmin -transitionToStandby}), and active again.
   */
  boolean isActive();

  /**
   * When a node's NodeManager was last heard of; any thread may ask.
   *
   * @return wall-clock time to within a millisecond, in which nodes count; also of a heartbeat that
   *     was answered SHUTDOWN, and of an unregistration. Empty if no ResourceManager runs here, or
   *     if the node has sent nothing since this one became active
   */
  Optional<Instant> lastHeartbeat(NodeId nodeId);

  /**
   * The size of a node that Hadoop's scheduler works with; any thread may ask.
   *
   * @return empty if no ResourceManager runs here, or the scheduler does not know the node
   */
  Optional<Resource> currentCapacity(NodeId nodeId);

  /**
   * The containers that Hadoop's scheduler has on a node; any thread may ask.
   *
   * @return empty as above
   */
  Optional<RunningContainers> running(NodeId nodeId);
}
