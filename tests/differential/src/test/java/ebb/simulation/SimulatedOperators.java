package ebb.simulation;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.AskPattern;
import ebb.demo.check.Acknowledged;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.RejectionCode;
import ebb.domain.lists.RequestKey;
import ebb.domain.lists.Tracking;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.queue.HostGroup;
import ebb.domain.queue.KeptCapacity;
import ebb.domain.queue.Pace;
import ebb.domain.queue.ParallelLimit;
import ebb.domain.queue.QueuedHost;
import ebb.domain.refresh.RefreshRequest;
import ebb.hosts.ListEdit;
import ebb.hosts.RefreshRejection;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.nodeslist.observed.ObservedNode;
import ebb.nodeslist.protocol.DrainQueueCommand;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import ebb.simulation.environment.SeededExecutor;
import ebb.soak.check.Call.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** People and programs that send requests to the leader, and the answers that they got. */
final class SimulatedOperators {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final World world;

  private final List<SimulationStep.Refresh> keyed = new ArrayList<>();
  private Optional<String> lastOperation = Optional.empty();

  SimulatedOperators(World world) {
    this.world = world;
  }

  // ---- refreshes ----

  void perform(SimulationStep.Refresh step) {
    step.written().ifPresent(world.lists()::write);
    if (step.keyed() && !step.dry()) {
      keyed.add(step);
    }
    send(step);
  }

  void perform(SimulationStep.Repeat step) {
    int index = keyed.size() - 1 - step.back();
    if (index >= 0) {
      send(keyed.get(index));
    }
  }

  private void send(SimulationStep.Refresh step) {
    Optional<ActorRef<LeaderCommand>> leader = world.leader();
    if (leader.isEmpty()) {
      return; // connection refused
    }
    RefreshRequest request = request(step);
    int place = world.witness().called(step.request(), "refresh");
    if (step.dry()) {
      end(place, Outcome.REFUSED, Optional.empty(), "dry run"); // whatever the answer is
    }
    if (world.mutant() == Mutant.SAY_DONE && step.request() % 3 == 0) {
      end(place, Outcome.DONE, Optional.of("operation-x"), "200");
      return;
    }
    ask(leader.get(), step, request, place);
    if (world.mutant() == Mutant.APPLY_TWICE) {
      ask(leader.get(), step, withoutKey(request), place);
    }
  }

  private void ask(
      ActorRef<LeaderCommand> leader,
      SimulationStep.Refresh step,
      RefreshRequest request,
      int place) {
    InstanceLife asked = world.instance();
    AskPattern.<LeaderCommand, NodesListReply>ask(
            leader,
            replyTo ->
                new NodesListCommand.RefreshNodes(
                    request, by(step.request()), step.dry(), step.asks(), replyTo),
            PATIENCE,
            world.system().akka().scheduler())
        .whenCompleteAsync(
            (reply, failure) -> answered(asked, place, reply), SeededExecutor.INSTANCE);
  }

  private RefreshRequest request(SimulationStep.Refresh step) {
    String name = "request-" + step.request();
    Optional<RequestKey> key =
        step.keyed() && !step.dry()
            ? Optional.of(new RequestKey(name, "fingerprint"))
            : Optional.empty();
    if (step.of() && lastOperation.isPresent()) {
      return RefreshRequest.forceOf(lastOperation.get(), key);
    }
    return new RefreshRequest(
        step.type(),
        step.timeout(),
        Tracking.SERVER,
        Optional.empty(),
        true,
        step.keepTimeouts(),
        key);
  }

  private static RefreshRequest withoutKey(RefreshRequest request) {
    return new RefreshRequest(
        request.type(),
        request.timeout(),
        request.tracking(),
        request.ofOperation(),
        request.acceptOlder(),
        request.keepTimeouts(),
        Optional.empty());
  }

  private static Initiator by(int request) {
    return new Initiator(
        "operator",
        Origin.HTTP,
        Optional.empty(),
        Optional.of("request-" + request),
        Optional.empty());
  }

  private void answered(InstanceLife asked, int place, @Nullable NodesListReply reply) {
    if (asked.isDead()) {
      return;
    }
    if (reply instanceof NodesListReply.Refreshed refreshed) {
      if (refreshed.operationId().isEmpty()) {
        return; // there was nothing to end; the key may be used again
      }
      lastOperation = Optional.of(refreshed.operationId());
      if (world.mutant() == Mutant.SAY_REFUSED) {
        end(place, Outcome.REFUSED, Optional.empty(), "409");
      } else {
        end(place, Outcome.DONE, lastOperation, "200");
      }
    } else if (reply instanceof NodesListReply.Rejected rejected
        && rejected.code() != RefreshRejection.JOURNAL_UNAVAILABLE) {
      end(place, Outcome.REFUSED, Optional.empty(), rejected.toString());
    }
  }

  private void end(int place, Outcome outcome, Optional<String> operationId, String words) {
    world.witness().answered(place, outcome, operationId, words, Optional.empty());
  }

  // ---- edits ----

  /** An editor reads the file first, and refreshes after the edit. */
  void perform(SimulationStep.Edit step) {
    Optional<ActorRef<LeaderCommand>> leader = world.leader();
    if (leader.isEmpty()) {
      return;
    }
    InstanceLife asked = world.instance();
    AskPattern.<LeaderCommand, NodesListReply>ask(
            leader.get(),
            replyTo ->
                new NodesListCommand.EditExcludes(
                    edit(step), by(step.refresh().request()), false, Optional.empty(), replyTo),
            PATIENCE,
            world.system().akka().scheduler())
        .whenCompleteAsync(
            (reply, failure) -> {
              if (!asked.isDead() && reply instanceof NodesListReply.ListsSeen) {
                world.counts().edits++;
                perform(step.refresh());
              }
            },
            SeededExecutor.INSTANCE);
  }

  private ListEdit edit(SimulationStep.Edit step) {
    SortedMap<String, Optional<DrainTimeout>> add = new TreeMap<>();
    SortedSet<String> remove = new TreeSet<>();
    if (step.excludes()) {
      add.put(step.host(), step.timeout());
    } else {
      remove.add(step.host());
    }
    String seen = step.stale() ? "another" : world.lists().hash();
    return new ListEdit(seen, add, remove, false, step.asks());
  }

  void perform(SimulationStep.QueueAll step, int hosts) {
    world
        .leader()
        .ifPresent(
            leader ->
                leader.tell(
                    new DrainQueueCommand.QueueDrain(
                        IntStream.range(0, hosts)
                            .mapToObj(SimulationScript::host)
                            .map(host -> new QueuedHost(host, step.timeout()))
                            .toList(),
                        world.mutant() == Mutant.HURRY ? hurried() : pace(step),
                        true,
                        false,
                        by(step.request()),
                        world.system().akka().ignoreRef())));
  }

  private static Pace pace(SimulationStep.QueueAll step) {
    return new Pace(
        new ParallelLimit(step.limit(), false),
        Optional.empty(),
        Optional.empty(),
        step.keepMb() == 0
            ? Optional.empty()
            : Optional.of(new KeptCapacity(step.keepMb(), Optional.empty())),
        step.byRack() ? Optional.of(HostGroup.RACK) : Optional.empty(),
        Optional.empty());
  }

  private static Pace hurried() {
    return new Pace(new ParallelLimit(100, true), Optional.empty(), Optional.empty());
  }

  // ---- another timeout ----

  void perform(SimulationStep.Retime step, NodeId node) {
    Optional<ActorRef<LeaderCommand>> leader = world.leader();
    if (leader.isEmpty()) {
      return;
    }
    int place = world.witness().called(step.request(), "retime");
    Instant invoked = world.time().instant();
    InstanceLife asked = world.instance();
    CompletionStage<NodeReply> answer =
        world.mutant() == Mutant.DROP_TIMEOUTS
            ? asked.nodes().ask(node, NodeCommand.Get::new, PATIENCE)
            : AskPattern.ask(
                leader.get(),
                replyTo ->
                    new NodesListCommand.ChangeDrainTimeout(
                        node, step.change(), by(step.request()), replyTo),
                PATIENCE,
                world.system().akka().scheduler());
    answer.whenCompleteAsync(
        (reply, failure) -> {
          if (!asked.isDead()) {
            retimed(place, invoked, reply);
          }
        },
        SeededExecutor.INSTANCE);
  }

  private void retimed(int place, Instant invoked, @Nullable NodeReply reply) {
    if (reply instanceof NodeReply.Current current) {
      world.witness().saw(invoked, false, List.of(current.publication()));
      world
          .witness()
          .answered(
              place, Outcome.DONE, Optional.empty(), "200", timeout(current.publication().node()));
    } else if (reply instanceof NodeReply.Accepted accepted) {
      end(place, Outcome.DONE, Optional.of(accepted.operationId()), "202");
    } else if (reply instanceof NodeReply.Refused refused
        && refused.code() != RejectionCode.JOURNAL_UNAVAILABLE
        && refused.code() != RejectionCode.STALE) {
      end(place, Outcome.REFUSED, Optional.empty(), refused.toString());
    }
  }

  private static Optional<Acknowledged.Timeout> timeout(NodeLifecycle node) {
    return node.drain()
        .map(drain -> new Acknowledged.Timeout(node.nodeId(), drain.epoch(), drain.timeout()));
  }

  // ---- looking ----

  /** Requests the state of all nodes from the leader. */
  void readNodes() {
    Optional<ActorRef<LeaderCommand>> leader = world.leader();
    if (leader.isEmpty()) {
      return;
    }
    Instant invoked = world.time().instant();
    InstanceLife asked = world.instance();
    AskPattern.<LeaderCommand, NodeTableCommand.Nodes>ask(
            leader.get(),
            NodeTableCommand.ListNodes::new,
            PATIENCE,
            world.system().akka().scheduler())
        .whenCompleteAsync(
            (answer, failure) -> {
              if (answer != null && !asked.isDead()) {
                saw(invoked, answer);
              }
            },
            SeededExecutor.INSTANCE);
  }

  private void saw(Instant invoked, NodeTableCommand.Nodes answer) {
    int left = world.mutant() == Mutant.LEAVE_OUT ? 1 : 0;
    world
        .witness()
        .saw(
            invoked,
            true,
            answer.nodes().stream().skip(left).map(ObservedNode::publication).toList());
  }
}
