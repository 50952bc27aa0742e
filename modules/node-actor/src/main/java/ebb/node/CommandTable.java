package ebb.node;

import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EffectBuilder;
import ebb.domain.NodeEvent;
import ebb.domain.NodeLifecycle;
import java.util.HashMap;
import java.util.Map;

/**
 * Which of RMNode's methods takes which command. There is one for all nodes, where Akka's builder
 * would make one for each: more than a kilobyte that says the same a thousand times.
 */
final class CommandTable {

  /** A method of RMNode. */
  interface Handler<C> {
    EffectBuilder<NodeEvent, NodeLifecycle> handle(RMNode actor, NodeLifecycle node, C command);
  }

  private final Map<Class<?>, Handler<NodeCommand>> handlers = new HashMap<>();

  /**
   * @throws IllegalStateException if the command has a handler already
   */
  <C extends NodeCommand> CommandTable on(Class<C> type, Handler<C> handler) {
    Handler<NodeCommand> cast =
        (actor, node, command) -> handler.handle(actor, node, type.cast(command));
    if (handlers.put(type, cast) != null) {
      throw new IllegalStateException("Two handlers for " + type);
    }
    return this;
  }

  /** The commands of this node, as Akka wants them. Each ends with what has become news by it. */
  CommandHandler<NodeCommand, NodeEvent, NodeLifecycle> of(RMNode actor) {
    return (node, command) -> {
      Handler<NodeCommand> handler = handlers.get(command.getClass());
      if (handler == null) {
        throw new IllegalStateException("No handler for " + command.getClass());
      }
      return handler.handle(actor, node, command).thenRun(actor::publish);
    };
  }
}
