package ebb.journal;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.provenance.Origin;

/** Writes a numbered event of its node for each command, and then says so: {@code node number}. */
public final class RecordingActor
    extends EventSourcedBehavior<RecordingActor.Append, NodeEvent, Long> {
  private final NodeId node;
  private final ActorRef<String> acknowledged;

  private RecordingActor(NodeId node, ActorRef<String> acknowledged) {
    super(PersistenceId.of("RMNode", node.toString()));
    this.node = node;
    this.acknowledged = acknowledged;
  }

  public static Behavior<Append> create(String node, ActorRef<String> acknowledged) {
    return new RecordingActor(NodeId.parse(node), acknowledged);
  }

  /**
   * @param padding makes the event as large as wanted
   */
  public record Append(String padding) {}

  @Override
  public Long emptyState() {
    return 0L;
  }

  @Override
  public CommandHandler<Append, NodeEvent, Long> commandHandler() {
    return newCommandHandlerBuilder()
        .forAnyState()
        .onCommand(
            Append.class,
            (count, append) ->
                Effect()
                    .persist(event(count + 1, append.padding()))
                    .thenRun(now -> acknowledged.tell(node + " " + now)))
        .build();
  }

  private NodeEvent event(long number, String padding) {
    return new NodeEvent.NodeHealthChanged(
        node, false, number + " " + padding, SampleEvents.by(Origin.HEARTBEAT));
  }

  @Override
  public EventHandler<Long, NodeEvent> eventHandler() {
    return newEventHandlerBuilder().forAnyState().onAnyEvent((count, event) -> count + 1);
  }
}
