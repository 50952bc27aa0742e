package ebb.journal;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import com.typesafe.config.ConfigFactory;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.journal.event.PersistenceIds;
import java.time.Duration;

/** Writes events that can be replayed, through Akka, and waits until each is acknowledged. */
public final class TestEvents implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final ActorTestKit kit;
  private final TestProbe<String> acknowledged;

  public TestEvents(JournalDatabase journal) {
    kit = ActorTestKit.create(journal.akkaConfig().withFallback(ConfigFactory.load()));
    acknowledged = kit.createTestProbe(String.class);
  }

  public void register(String node) {
    NodeEvent event = SampleEvents.registered(NodeId.parse(node));
    ActorRef<NodeEvent> writer = kit.spawn(Writer.create(event.nodeId(), acknowledged.ref()));
    writer.tell(event);
    acknowledged.expectMessage(PATIENCE, node);
    kit.stop(writer);
  }

  @Override
  public void close() {
    kit.shutdownTestKit();
  }

  private static final class Writer extends EventSourcedBehavior<NodeEvent, NodeEvent, Integer> {
    private final NodeId node;
    private final ActorRef<String> acknowledged;

    private Writer(NodeId node, ActorRef<String> acknowledged) {
      super(PersistenceId.ofUniqueId(PersistenceIds.ofNode(node)));
      this.node = node;
      this.acknowledged = acknowledged;
    }

    static Behavior<NodeEvent> create(NodeId node, ActorRef<String> acknowledged) {
      return new Writer(node, acknowledged);
    }

    @Override
    public Integer emptyState() {
      return 0;
    }

    @Override
    public CommandHandler<NodeEvent, NodeEvent, Integer> commandHandler() {
      return newCommandHandlerBuilder()
          .forAnyState()
          .onAnyCommand(
              event -> Effect().persist(event).thenRun(now -> acknowledged.tell(node.toString())));
    }

    @Override
    public EventHandler<Integer, NodeEvent> eventHandler() {
      return newEventHandlerBuilder().forAnyState().onAnyEvent((count, event) -> count + 1);
    }
  }
}
