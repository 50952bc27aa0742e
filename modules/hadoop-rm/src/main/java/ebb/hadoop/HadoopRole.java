package ebb.hadoop;

import akka.Done;
import akka.actor.typed.ActorRef;
import ebb.domain.NodeId;
import ebb.hadoop.config.ConfigurationException;
import ebb.node.Leader;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.WorkView;
import ebb.nodeslist.protocol.LeaderCommand;
import java.util.concurrent.CompletionStage;

/**
 * The role of Hadoop's ResourceManager on this instance: active, standby or none. No call blocks.
 * The calls take effect one after the other. Always continue the stages on an executor.
 */
public interface HadoopRole extends WorkView {

  /**
   * Becomes active with the current configuration. Whatever ran before is stopped. A standby or
   * prepared ResourceManager with the same configuration becomes active instead.
   *
   * @param leader as nodes know it
   * @param singleton the leader itself, for local use
   * @return completes when the ResourceManager is active: its RPC and web ports answer. Fails with
   *     a {@link HadoopStartException} or a {@link ConfigurationException}.
   */
  CompletionStage<Done> start(Leader leader, ActorRef<LeaderCommand> singleton);

  /**
   * Prepares the ResourceManager of the only instance while it does not lead yet. Opens no port.
   * This only saves time: {@link #start} repeats what fails here, and reports the failure.
   *
   * @return completes when the preparation is done or has failed
   */
  CompletionStage<Done> prepare();

  /**
   * Answers as a standby while another instance leads. Whatever ran before is stopped.
   *
   * @return completes when the ports of a standby answer. Fails like {@link #start}, and with a
   *     {@link ConfigurationException} without HA settings.
   */
  CompletionStage<Done> standBy();

  /** Completes when nothing of it runs any longer; at once if nothing does. */
  CompletionStage<Done> stop();

  /**
   * Whether the ResourceManager is active; may be called by any thread. An administrator can make
   * the leader's ResourceManager a standby ({@code yarn rmadmin -transitionToStandby}), and active
   * again.
   */
  boolean isActive();

  /**
   * What the ResourceManager has observed of a node since it became active; may be called by any
   * thread. Wall-clock times are accurate to a millisecond.
   *
   * @return {@link NodeObservation#NONE} if no ResourceManager runs here
   */
  NodeObservation observation(NodeId nodeId);
}
