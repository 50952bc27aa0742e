package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.AskPattern;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.node.NodePublication;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
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
   * The answer comes as a message, the nodes in no order.
   *
   * @param none the message if no answer came
   */
  void ask(Function<List<NodePublication>, NodesListCommand> answer, NodesListCommand none) {
    this.<DirectoryMessage.Known>ask(
        DirectoryMessage.ListKnown::new, known -> answer.apply(known.publications()), none);
  }

  /**
   * As {@link #ask}, for who does not answer as an actor. Fails with a TimeoutException if no
   * answer came.
   */
  CompletionStage<List<NodePublication>> now() {
    return this.<DirectoryMessage.Known>asked(DirectoryMessage.ListKnown::new)
        .thenApplyAsync(DirectoryMessage.Known::publications, context.getExecutionContext());
  }

  /** As {@link #ask}, for the nodes out of service; answered with IdleSeen. */
  void askForIdle() {
    this.<DirectoryMessage.Idle>ask(
        DirectoryMessage.ListIdle::new,
        idle -> new ManagerMessage.IdleSeen(idle.nodes()),
        new ManagerMessage.IdleSeen(Map.of()));
  }

  /** Not ActorContext.ask: the stage that it continues starts a thread for each answer. */
  private <T> void ask(
      akka.japi.function.Function<ActorRef<T>, DirectoryCommand> question,
      Function<T, NodesListCommand> answer,
      NodesListCommand none) {
    context.pipeToSelf(
        this.<T>asked(question).thenApplyAsync(Function.identity(), context.getExecutionContext()),
        (reply, failure) -> reply == null ? none : answer.apply(reply));
  }

  private <T> CompletionStage<T> asked(
      akka.japi.function.Function<ActorRef<T>, DirectoryCommand> question) {
    return AskPattern.<DirectoryCommand, T>ask(
        parts.directory(), question, TIMEOUT, context.getSystem().scheduler());
  }

  static Map<NodeId, NodeLifecycle> lifecycles(List<NodePublication> view) {
    return view.stream()
        .map(NodePublication::node)
        .collect(Collectors.toMap(NodeLifecycle::nodeId, Function.identity()));
  }
}
