package ebb.nodeslist.protocol;

import akka.actor.typed.ActorRef;
import ebb.domain.NodeId;
import ebb.node.Leader;
import ebb.nodeslist.observed.NodeManagerInfo;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.WorkView;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An instance that leads at once.
 *
 * @param registered what it has observed
 * @param listener is told what happens, as a line of text
 */
public record FakeLeadership(
    long term,
    FakeNodes nodes,
    Map<NodeId, NodeManagerInfo> registered,
    Supplier<Optional<WorkView>> view,
    ActorRef<String> listener)
    implements Leadership {
  @Override
  public long takeTerm() {
    return term;
  }

  @Override
  public void onLeading(Leader leader, ActorRef<LeaderCommand> singleton) {
    nodes.leadBy(leader);
    listener.tell("leads in term " + term);
  }

  @Override
  public void onStartRefused(String reason) {
    listener.tell("refused: " + reason);
  }

  @Override
  public NodeObservation observation(NodeId nodeId) {
    return new NodeObservation(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.ofNullable(registered.get(nodeId)));
  }

  @Override
  public Optional<WorkView> work() {
    return view.get();
  }

  @Override
  public void onDeposed(long term) {
    listener.tell("deposed from term " + term);
  }
}
