package ebb.nodeslist.protocol;

import akka.actor.typed.ActorRef;
import ebb.domain.NodeId;
import ebb.node.Leader;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.WorkView;
import java.util.Optional;

/** What the leading instance does outside the actors. Called on the leading instance only. */
public interface Leadership {

  /** Takes the next leader term from the database. Blocks; called on a blocking dispatcher. */
  long takeTerm();

  /**
   * This instance leads: it has taken the term, and the lists in force are known. Must return at
   * once; the work continues elsewhere.
   *
   * @param leader term and address of the leader, as sent to nodes
   * @param singleton the leader itself, for local use
   */
  void onLeading(Leader leader, ActorRef<LeaderCommand> singleton);

  /**
   * The first start on an empty journal could not read the lists. Without them this instance would
   * admit every host, so it must not lead. Must return at once.
   *
   * @param reason one line for the operator: file, line, what is wrong
   */
  void onStartRefused(String reason);

  /**
   * What this instance has observed of a node since it became leader. Called for each node that an
   * answer contains, on any thread: must answer from memory.
   */
  NodeObservation observation(NodeId nodeId);

  /** What runs on the cluster; empty without a ResourceManager. */
  default Optional<WorkView> work() {
    return Optional.empty();
  }

  /** This instance no longer leads. Must return at once. */
  void onDeposed(long term);
}
