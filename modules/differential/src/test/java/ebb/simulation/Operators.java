package ebb.simulation;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.AskPattern;
import ebb.demo.check.Acknowledged;
import ebb.domain.Drain;
import ebb.domain.DrainTimeout;
import ebb.domain.Initiator;
import ebb.domain.NodeId;
import ebb.domain.Origin;
import ebb.domain.lists.RefreshRequest;
import ebb.domain.lists.RequestKey;
import ebb.domain.lists.Tracking;
import ebb.node.NodeReply;
import ebb.nodeslist.LeaderCommand;
import ebb.nodeslist.ListEdit;
import ebb.nodeslist.NodesListCommand;
import ebb.nodeslist.NodesListReply;
import ebb.nodeslist.RefreshRejection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** People and programs that send requests to the leader, and what they were told. */
final class Operators {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final World world;

  /** What became of each request, by its number. */
  private final Map<Integer, Told> told = new HashMap<>();

  private final List<Acknowledged.Refresh> acknowledged = new ArrayList<>();
  private final List<Retimed> retimed = new ArrayList<>();
  private final List<Step.Refresh> keyed = new ArrayList<>();
  private Optional<String> lastOperation = Optional.empty();
  private long sent;
  private long edits;

  /**
   * What somebody knows of a request.
   *
   * @param invoked when it was sent first
   * @param answer of the newest sending; empty if it is not known what became of it
   */
  record Told(int request, long invoked, long answered, Optional<Answer> answer) {}

  /** That is final. */
  sealed interface Answer {}

  record Done(String operationId, long listVersion) implements Answer {}

  record NotDone() implements Answer {}

  /** Somebody was told that the drain has this timeout. */
  record Retimed(NodeId node, long epoch, DrainTimeout timeout, long invoked, long answered) {}

  Operators(World world) {
    this.world = world;
  }

  List<Acknowledged> acknowledged() {
    return List.copyOf(acknowledged);
  }

  List<Retimed> retimed() {
    return List.copyOf(retimed);
  }

  List<Told> told() {
    return List.copyOf(told.values());
  }

  /** That were acknowledged. */
  long edits() {
    return edits;
  }

  long sent() {
    return sent;
  }

  // ---- refreshes ----

  void perform(Step.Refresh step) {
    step.written().ifPresent(world.lists()::write);
    if (step.keyed() && !step.dry()) {
      keyed.add(step);
    }
    send(step);
  }

  void perform(Step.Repeat step) {
    int index = keyed.size() - 1 - step.back();
    if (index >= 0) {
      send(keyed.get(index));
    }
  }

  private void send(Step.Refresh step) {
    Optional<ActorRef<LeaderCommand>> leader = world.leader();
    if (leader.isEmpty()) {
      return; // connection refused
    }
    RefreshRequest request = request(step);
    begin(step.request());
    if (step.dry()) {
      end(step.request(), new NotDone()); // whatever it is answered
    }
    ask(leader.get(), step, request);
    if (world.mutant() == Mutant.APPLY_TWICE) {
      ask(leader.get(), step, withoutKey(request));
    }
  }

  private void ask(ActorRef<LeaderCommand> leader, Step.Refresh step, RefreshRequest request) {
    Instance asked = world.instance();
    AskPattern.<LeaderCommand, NodesListReply>ask(
            leader,
            replyTo ->
                new NodesListCommand.RefreshNodes(
                    request, by(step.request()), step.dry(), step.asks(), replyTo),
            PATIENCE,
            world.system().akka().scheduler())
        .whenCompleteAsync(
            (reply, failure) -> answered(asked, step, request, reply), SeededExecutor.INSTANCE);
  }

  private RefreshRequest request(Step.Refresh step) {
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

  private void answered(
      Instance asked, Step.Refresh step, RefreshRequest request, @Nullable NodesListReply reply) {
    if (asked.isDead()) {
      return;
    }
    if (reply instanceof NodesListReply.Refreshed refreshed) {
      if (refreshed.operationId().isEmpty()) {
        return; // there was nothing to end; the key may be used again
      }
      lastOperation = Optional.of(refreshed.operationId());
      acknowledged.add(new Acknowledged.Refresh(refreshed.operationId()));
      end(step.request(), new Done(refreshed.operationId(), refreshed.listVersion()));
    } else if (reply instanceof NodesListReply.Rejected rejected
        && rejected.code() != RefreshRejection.JOURNAL_UNAVAILABLE
        && request.key().isEmpty()) {
      end(step.request(), new NotDone());
    }
  }

  // ---- edits ----

  /** Whoever edits sees the file first, and refreshes once it is edited. */
  void perform(Step.Edit step) {
    Optional<ActorRef<LeaderCommand>> leader = world.leader();
    if (leader.isEmpty()) {
      return;
    }
    Instance asked = world.instance();
    AskPattern.<LeaderCommand, NodesListReply>ask(
            leader.get(),
            replyTo ->
                new NodesListCommand.EditExcludes(
                    edit(step), by(step.refresh().request()), replyTo),
            PATIENCE,
            world.system().akka().scheduler())
        .whenCompleteAsync(
            (reply, failure) -> {
              if (!asked.isDead() && reply instanceof NodesListReply.ListsSeen) {
                edits++;
                perform(step.refresh());
              }
            },
            SeededExecutor.INSTANCE);
  }

  private ListEdit edit(Step.Edit step) {
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

  // ---- another timeout ----

  void perform(Step.Retime step, NodeId node) {
    Optional<ActorRef<LeaderCommand>> leader = world.leader();
    if (leader.isEmpty()) {
      return;
    }
    begin(step.request());
    long sentAt = world.time().now();
    Instance asked = world.instance();
    AskPattern.<LeaderCommand, NodeReply>ask(
            leader.get(),
            replyTo ->
                new NodesListCommand.RetimeDrain(node, step.change(), by(step.request()), replyTo),
            PATIENCE,
            world.system().akka().scheduler())
        .whenCompleteAsync(
            (reply, failure) -> {
              if (!asked.isDead() && reply instanceof NodeReply.Current current) {
                current
                    .publication()
                    .node()
                    .drain()
                    .ifPresent(drain -> retimed(node, drain, sentAt));
              }
            },
            SeededExecutor.INSTANCE);
  }

  private void retimed(NodeId node, Drain drain, long invoked) {
    retimed.add(new Retimed(node, drain.epoch(), drain.timeout(), invoked, world.time().now()));
  }

  // ---- what is known ----

  private void begin(int request) {
    sent++;
    told.putIfAbsent(
        request, new Told(request, world.time().now(), Long.MAX_VALUE, Optional.empty()));
  }

  private void end(int request, Answer answer) {
    told.computeIfPresent(
        request,
        (number, before) ->
            before.answer().orElse(null) instanceof Done
                ? before
                : new Told(number, before.invoked(), world.time().now(), Optional.of(answer)));
  }
}
