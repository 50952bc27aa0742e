package ebb.admin;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import ebb.domain.NodeId;
import ebb.node.NodeReply;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.ObservedNode;
import ebb.nodeslist.protocol.DrainQueueCommand;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListCommand.EditExcludes;
import ebb.nodeslist.protocol.NodesListCommand.RefreshNodes;
import ebb.nodeslist.protocol.NodesListReply;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Answers as it is told, and remembers the refreshes that it was asked for. */
public final class FakeLeader {
  public final BlockingQueue<RefreshNodes> refreshes = new LinkedBlockingQueue<>();

  public final BlockingQueue<EditExcludes> edits = new LinkedBlockingQueue<>();

  private volatile List<NodeStateUpdate> nodes = List.of();
  private volatile Set<NodeId> unpublished = Set.of();
  private final Map<NodeId, NodeObservation> observations = new ConcurrentHashMap<>();
  private final Map<NodeId, String> addresses = new ConcurrentHashMap<>();
  private final Map<NodeId, Long> pending = new ConcurrentHashMap<>();
  private volatile boolean silentAboutWork;
  private volatile Optional<NodesListReply> refreshReply = Optional.empty();
  private volatile Optional<NodesListReply> dryRunReply = Optional.empty();
  private volatile Optional<NodesListReply> listsReply = Optional.empty();
  private volatile Optional<NodesListReply> editReply = Optional.empty();
  public final BlockingQueue<NodesListCommand> operationQuestions = new LinkedBlockingQueue<>();
  public final BlockingQueue<NodesListCommand.ChangeDrainTimeout> timeoutChanges =
      new LinkedBlockingQueue<>();
  public final BlockingQueue<DrainQueueCommand> queueRequests = new LinkedBlockingQueue<>();
  private volatile Optional<NodesListReply> queueReply = Optional.empty();
  private volatile Optional<NodesListReply> operationsReply = Optional.empty();
  private volatile Optional<NodeReply> timeoutReply = Optional.empty();
  public final BlockingQueue<NodeTableCommand.DescribeWork> workQuestions =
      new LinkedBlockingQueue<>();
  private volatile NodeTableCommand.Work work = new NodeTableCommand.Work(List.of(), List.of());
  private volatile boolean silent;
  private final AtomicInteger unanswered = new AtomicInteger();

  public void knows(NodeStateUpdate... publications) {
    nodes = List.of(publications);
  }

  /** As just after a failover. */
  public void doesNotKnowYet(NodeId... nodes) {
    unpublished = Set.of(nodes);
  }

  public void hasSeen(NodeId node, NodeObservation observation) {
    observations.put(node, observation);
  }

  /** Whatever is asked for. */
  public void runs(NodeTableCommand.Work whatRuns) {
    work = whatRuns;
  }

  public void hasAddress(NodeId node, String ip) {
    addresses.put(node, ip);
  }

  /** By a refresh that is durable. */
  public void hasYetToApply(NodeId node, long listVersion) {
    pending.put(node, listVersion);
  }

  private ObservedNode seen(NodeStateUpdate publication) {
    NodeId node = publication.node().nodeId();
    return new ObservedNode(
        publication,
        observations.getOrDefault(node, NodeObservation.NONE),
        Optional.ofNullable(addresses.get(node)),
        Optional.ofNullable(pending.get(node)));
  }

  public void answersRefreshesWith(NodesListReply reply) {
    refreshReply = Optional.of(reply);
  }

  /** The answer to dry runs, if it differs from that to others. */
  public void answersDryRunsWith(NodesListReply reply) {
    dryRunReply = Optional.of(reply);
  }

  /** The answer to edits, if it differs from the lists. */
  public void answersEditsWith(NodesListReply reply) {
    editReply = Optional.of(reply);
  }

  /** Also the answer to whoever edits them. */
  public void describesListsWith(NodesListReply reply) {
    listsReply = Optional.of(reply);
  }

  public void answersOperationsWith(NodesListReply reply) {
    operationsReply = Optional.of(reply);
  }

  public void answersQueueWith(NodesListReply reply) {
    queueReply = Optional.of(reply);
  }

  public void answersTimeoutChangesWith(NodeReply reply) {
    timeoutReply = Optional.of(reply);
  }

  public void fallsSilent() {
    silent = true;
  }

  /** Number of messages since it fell silent. */
  public int unanswered() {
    return unanswered.get();
  }

  /** Answers everything else. */
  public void doesNotSayWhatRuns() {
    silentAboutWork = true;
  }

  void reset() {
    pending.clear();
    silentAboutWork = false;
    nodes = List.of();
    unpublished = Set.of();
    observations.clear();
    addresses.clear();
    refreshReply = Optional.empty();
    dryRunReply = Optional.empty();
    listsReply = Optional.empty();
    editReply = Optional.empty();
    silent = false;
    unanswered.set(0);
    work = new NodeTableCommand.Work(List.of(), List.of());
    workQuestions.clear();
    operationsReply = Optional.empty();
    timeoutReply = Optional.empty();
    operationQuestions.clear();
    queueReply = Optional.empty();
    queueRequests.clear();
    timeoutChanges.clear();
    refreshes.clear();
    edits.clear();
  }

  Behavior<LeaderCommand> behavior() {
    return Behaviors.receiveMessage(
        message -> {
          if (silent) {
            unanswered.incrementAndGet();
          } else {
            answer(message);
          }
          return Behaviors.same();
        });
  }

  private void answer(LeaderCommand message) {
    if (message instanceof NodeTableCommand.ListNodes list) {
      list.replyTo()
          .tell(
              new NodeTableCommand.Nodes(
                  nodes.stream()
                      .map(this::seen)
                      .filter(each -> list.nodeId().map(each.nodeId()::equals).orElse(true))
                      .toList(),
                  unpublished.stream()
                      .filter(each -> list.nodeId().map(each::equals).orElse(true))
                      .collect(Collectors.toSet())));
    } else if (message instanceof NodeTableCommand.DescribeWork question) {
      workQuestions.add(question);
      if (!silentAboutWork) {
        question.replyTo().tell(work);
      }
    } else if (message instanceof NodesListCommand.DescribeLists question) {
      listsReply.ifPresent(reply -> question.replyTo().tell(reply));
    } else if (message instanceof NodesListCommand.ListOperations list) {
      operationQuestions.add(list);
      operationsReply.ifPresent(reply -> list.replyTo().tell(reply));
    } else if (message instanceof NodesListCommand.FindOperation find) {
      operationQuestions.add(find);
      operationsReply.ifPresent(reply -> find.replyTo().tell(reply));
    } else if (message instanceof NodesListCommand.ChangeDrainTimeout change) {
      timeoutChanges.add(change);
      timeoutReply.ifPresent(reply -> change.replyTo().tell(reply));
    } else if (message instanceof DrainQueueCommand command) {
      queueRequests.add(command);
      queueReply.ifPresent(reply -> command.replyTo().tell(reply));
    } else if (message instanceof EditExcludes edit) {
      edits.add(edit);
      Optional<NodesListReply> dry = edit.dryRun() ? dryRunReply : Optional.empty();
      editReply.or(() -> dry).or(() -> listsReply).ifPresent(reply -> edit.replyTo().tell(reply));
    } else if (message instanceof RefreshNodes refresh) {
      refreshes.add(refresh);
      Optional<NodesListReply> dry = refresh.dryRun() ? dryRunReply : Optional.empty();
      dry.or(() -> refreshReply).ifPresent(reply -> refresh.replyTo().tell(reply));
    }
  }
}
