package ebb.nodeslist.protocol;

import akka.actor.typed.ActorRef;
import ebb.domain.NodeId;
import ebb.node.Leader;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.WorkView;

/** What the leader's instance does beyond the actors; called on the leader's instance only. */
public interface Leadership {

  /** Takes the next leader term from the database. Blocks; called on a blocking dispatcher. */
  long takeTerm();

  /**
   * This instance leads: the term is taken, the lists in force are known. Must return at once; the
   * work goes on elsewhere.
   *
   * @param leader as nodes are to know it
   * @param singleton the leader itself, for local use
   */
  void onLeading(Leader leader, ActorRef<LeaderCommand> singleton);

  /**
   * The first start on an empty journal could not read the lists; without them this instance would
   * admit every host, so it must not lead. Must return at once.
   *
   * @param reason one line for the operator: file, line, what is wrong
   */
  void onStartRefused(String reason);

  /**
   * What this instance has seen of a node since it leads. Called for each node that is shown, on
   * any thread: must answer from memory.
   */
  NodeObservation observation(NodeId nodeId);

  /** What runs on the cluster; without a ResourceManager nothing does. */
  default WorkView work() {
    return WorkView.NOTHING;
  }

  /** This instance leads no longer. Must return at once. */
  void onDeposed(long term);
}
