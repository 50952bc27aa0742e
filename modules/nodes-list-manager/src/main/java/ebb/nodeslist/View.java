package ebb.nodeslist;

import akka.actor.typed.javadsl.ActorContext;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.node.NodePublication;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Asks the directory, which lives beside the NodesListManager, what the nodes are now. */
final class View {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final ActorContext<NodesListCommand> context;
  private final ManagerParts parts;

  View(ActorContext<NodesListCommand> context, ManagerParts parts) {
    this.context = context;
    this.parts = parts;
  }

  /**
   * The answer comes as a message.
   *
   * @param none the message if no answer came
   */
  void ask(Function<List<NodePublication>, NodesListCommand> answer, NodesListCommand none) {
    context.ask(
        DirectoryCommand.Nodes.class,
        parts.directory(),
        TIMEOUT,
        DirectoryCommand.ListNodes::new,
        (nodes, failure) -> nodes == null ? none : answer.apply(nodes.nodes()));
  }

  /** As {@link #ask}, for the nodes out of service; answered with IdleSeen. */
  void askForIdle() {
    context.ask(
        DirectoryMessage.Idle.class,
        parts.directory(),
        TIMEOUT,
        DirectoryMessage.ListIdle::new,
        (idle, failure) -> new ManagerMessage.IdleSeen(idle == null ? Map.of() : idle.nodes()));
  }

  static Map<NodeId, NodeLifecycle> lifecycles(List<NodePublication> view) {
    return view.stream()
        .map(NodePublication::node)
        .collect(Collectors.toMap(NodeLifecycle::nodeId, Function.identity()));
  }
}
