package ebb.node;

import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EffectBuilder;
import ebb.domain.NodeEvent;
import ebb.domain.NodeLifecycle;
import java.util.HashMap;
import java.util.Map;

/**
 * Maps each command to the method of RMNode that handles it. All nodes share one table. Akka's
 * builder would create one for each node: more than a kilobyte, the same for all.
 */
final class CommandTable {

  /** A method of RMNode. */
  interface Handler<C> {
    EffectBuilder<NodeEvent, NodeLifecycle> handle(RMNode actor, NodeLifecycle node, C command);
  }

  private final Map<Class<?>, Handler<NodeCommand>> handlers = new HashMap<>();

  /**
   * @throws IllegalStateException if the command already has a handler
   */
  <C extends NodeCommand> CommandTable on(Class<C> type, Handler<C> handler) {
    Handler<NodeCommand> cast =
        (actor, node, command) -> handler.handle(actor, node, type.cast(command));
    if (handlers.put(type, cast) != null) {
      throw new IllegalStateException("Two handlers for " + type);
    }
    return this;
  }

  /**
   * The command handler of this node for Akka. After each command, the node publishes what has
   * changed.
   */
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
