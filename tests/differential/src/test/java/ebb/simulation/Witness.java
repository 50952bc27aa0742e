package ebb.simulation;

import ebb.demo.check.Acknowledged;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.node.NodeStateUpdate;
import ebb.simulation.JournalDisk.Row;
import ebb.simulation.environment.SimulatedTime;
import ebb.soak.check.AnsweredRegistration;
import ebb.soak.check.Call;
import ebb.soak.check.Call.Outcome;
import ebb.soak.check.Evidence;
import ebb.soak.check.FaultWindow;
import ebb.soak.check.FinalState;
import ebb.soak.check.KilledContainer;
import ebb.soak.check.NodeListAnswer;
import ebb.soak.check.NodeSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Everything that was observed of a world, in the form that the checker of {@code ebb soak} needs.
 */
final class Witness {
  private final SimulatedTime time;
  private final List<Call> calls = new ArrayList<>();
  private final List<NodeListAnswer> answers = new ArrayList<>();
  private final List<AnsweredRegistration> registrations = new ArrayList<>();
  private final List<KilledContainer> killed = new ArrayList<>();
  private final List<FaultWindow> faults = new ArrayList<>();
  private final List<FinalState> finalStates = new ArrayList<>();
  private final List<FleetSeen> fleets = new ArrayList<>();

  /**
   * The leader's state of all nodes that it knew.
   *
   * @param at when it was requested, in milliseconds of the world
   * @param invoked the same as an instant
   */
  record FleetSeen(long at, Instant invoked, List<NodeStateUpdate> nodes) {}

  Witness(SimulatedTime time) {
    this.time = time;
  }

  private Instant now() {
    return time.instant();
  }

  // ---- requests ----

  /**
   * A request is sent; its outcome is unknown.
   *
   * @return its place, for {@link #answered}
   */
  int called(int request, String kind) {
    calls.add(
        new Call(
            "request-" + request,
            kind,
            now(),
            Instant.MAX,
            Outcome.UNKNOWN,
            Optional.empty(),
            "no answer"));
    return calls.size() - 1;
  }

  /**
   * The first answer to a request counts.
   *
   * @param timeout of a drain according to the answer, if it was about one
   */
  void answered(
      int place,
      Outcome outcome,
      Optional<String> operationId,
      String words,
      Optional<Acknowledged.Timeout> timeout) {
    Call sent = calls.get(place);
    if (sent.outcome() == Outcome.UNKNOWN) {
      calls.set(
          place,
          new Call(
              sent.tag(),
              sent.kind(),
              sent.invoked(),
              now(),
              outcome,
              operationId,
              words,
              timeout));
    }
  }

  int sent() {
    return calls.size();
  }

  /**
   * @param ofAll whether the answer should have every node
   */
  void saw(Instant invoked, boolean ofAll, Collection<NodeStateUpdate> said) {
    if (ofAll) {
      long ago = Duration.between(invoked, now()).toMillis();
      fleets.add(new FleetSeen(time.now() - ago, invoked, List.copyOf(said)));
    }
    answers.add(
        new NodeListAnswer(
            invoked,
            now(),
            ofAll,
            said.stream()
                .map(NodeStateUpdate::node)
                .map(node -> new NodeListAnswer.Entry(node.nodeId(), inShort(node)))
                .toList()));
  }

  /** A refresh that finds nothing to do changes more of a node than any caller is told. */
  private static NodeSnapshot inShort(NodeLifecycle node) {
    NodeSnapshot all = NodeSnapshot.of(node);
    return new NodeSnapshot(all.state(), all.epoch(), all.deadline());
  }

  // ---- NodeManagers ----

  void registered(NodeId node, Instant sent) {
    registrations.add(new AnsweredRegistration(node.host(), sent, now()));
  }

  void killed(NodeId node, String container, Instant started) {
    List<Instant> registered =
        registrations.stream()
            .filter(each -> each.host().equals(node.host()))
            .map(AnsweredRegistration::answered)
            .toList();
    killed.add(new KilledContainer(node, container, started, now(), registered));
  }

  // ---- faults ----

  /**
   * @param lasts from now on, in milliseconds
   */
  void fault(String kind, long lasts) {
    faults.add(new FaultWindow(kind, now(), now().plusMillis(lasts)));
  }

  // ---- the end ----

  /**
   * The final state of all nodes, as one source reports it.
   *
   * @param revisions which show which events the source knows
   */
  void reportsFinally(
      String name, Collection<NodeStateUpdate> said, Collection<NodeStateUpdate> revisions) {
    Map<NodeId, NodeSnapshot> nodes = new HashMap<>();
    said.forEach(each -> nodes.put(each.node().nodeId(), NodeSnapshot.of(each.node())));
    Set<String> history = new HashSet<>();
    revisions.forEach(
        each ->
            LongStream.rangeClosed(1, each.revision())
                .mapToObj(number -> each.node().nodeId() + "#" + number)
                .forEach(history::add));
    finalStates.add(new FinalState(name, now(), nodes, history));
  }

  List<FleetSeen> fleets() {
    return List.copyOf(fleets);
  }

  Evidence evidence(List<Row> rows) {
    return new Evidence(
        rows.stream().map(Row::journaled).toList(),
        calls,
        answers,
        registrations,
        killed,
        faults,
        List.of(),
        finalStates,
        now());
  }
}
