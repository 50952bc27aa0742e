package ebb.soak.check;

import ebb.demo.check.Acknowledged;
import ebb.demo.check.Breach;
import ebb.demo.check.Breach.Promise;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeAction.Decommission;
import ebb.domain.NodeAction.GracefulDecommission;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.ListVersionAdvanced;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListEvent.NodesForgotten;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import ebb.soak.check.Call.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A recorded run with one node. */
final class RecordedRun {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  static final NodeId NODE = new NodeId("nm1", 1);

  final List<JournaledEvent> journal = new ArrayList<>();
  final List<Call> calls = new ArrayList<>();
  final List<NodeListAnswer> answers = new ArrayList<>();
  final List<AnsweredRegistration> registrations = new ArrayList<>();
  final List<KilledContainer> killed = new ArrayList<>();
  final List<FaultWindow> faults = new ArrayList<>();
  final List<String> unexpectedEnds = new ArrayList<>();
  final List<FinalState> finalStates = new ArrayList<>();
  private long fleetEvents;
  private long nodeEvents;

  List<Promise> broken() {
    return breaches().stream().map(Breach::promise).toList();
  }

  List<Breach> breaches() {
    return SoakCheck.breaches(
        new Evidence(
            journal,
            calls,
            answers,
            registrations,
            killed,
            faults,
            unexpectedEnds,
            finalStates,
            at(200)));
  }

  void leads(long term, String instance) {
    ofFleet(new LeadTaken(term, by(instance, Optional.empty(), 0)));
  }

  void leads(long term, long second) {
    ofFleet(new LeadTaken(term, by("rm1", Optional.empty(), second)));
  }

  /** Leaves a gap in the numbers of the leader's events. */
  void missing() {
    fleetEvents++;
  }

  void seen(long second) {
    ofFleet(
        new NodeSeen(
            NODE, new NodeAddress("nm1", "10.0.0.1"), by("rm1", Optional.empty(), second)));
  }

  void accepted(String tag, String instance, long second) {
    accepted(Optional.of(tag), instance, second);
  }

  void accepted(Optional<String> reason, String instance, long second) {
    ofFleet(
        new RefreshAccepted(
            reason.orElse("nobody") + "@" + second,
            fleetEvents,
            RefreshType.GRACEFUL,
            Optional.empty(),
            DrainTimeout.ofSeconds(60),
            "hash",
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            by(instance, reason, second)));
  }

  void called(String tag, long from, long to, Outcome outcome) {
    called(tag, "drain", from, to, outcome);
  }

  void called(String tag, String kind, long from, long to, Outcome outcome) {
    calls.add(new Call(tag, kind, at(from), at(to), outcome, Optional.empty(), "409"));
  }

  void retimed(String tag, long seconds) {
    calls.add(
        new Call(
            tag,
            "retime",
            at(4),
            at(5),
            Outcome.DONE,
            Optional.empty(),
            "200",
            Optional.of(new Acknowledged.Timeout(NODE, 1, DrainTimeout.ofSeconds(seconds)))));
  }

  void forgotten(long second) {
    ofFleet(new NodesForgotten(List.of(NODE), by("rm1", Optional.empty(), second)));
  }

  void registered() {
    ofNode(
        new NodeRegistered(
            NODE, new Resource(1024, 1, Map.of()), true, by("rm1", Optional.empty(), 1)));
  }

  void started(long second, long timeout) {
    String operation = "start@" + second;
    decided(
        operation,
        new GracefulDecommission(DrainTimeout.ofSeconds(timeout), TimeoutSource.REQUEST),
        second);
    ofNode(start(second, timeout, Optional.of(operation)));
  }

  static DecommissioningStarted start(long second, long timeout, Optional<String> operation) {
    return new DecommissioningStarted(
        NODE,
        1,
        at(second),
        DrainTimeout.ofSeconds(timeout),
        TimeoutSource.REQUEST,
        Optional.empty(),
        by("rm1", Optional.empty(), second, operation, 0));
  }

  void ended(DecommissionCause cause, long second) {
    Optional<String> operation = Optional.empty();
    if (cause == DecommissionCause.FORCED) {
      operation = Optional.of("end@" + second);
      decided("end@" + second, new Decommission(cause), second);
    }
    ofNode(
        new NodeDecommissioned(NODE, 1, cause, by("rm1", Optional.empty(), second, operation, 0)));
  }

  /** The node applies the operation, but does not end its drain. */
  void forced(String drainOf) {
    decided("force", new NodeAction.EndDrainOf(drainOf, 0), 12, 7);
    ofNode(new ListVersionAdvanced(NODE, by("rm1", Optional.empty(), 13, Optional.of("force"), 7)));
  }

  void decided(String operation, NodeAction action, long second) {
    decided(operation, action, second, 0);
  }

  void decided(String operation, NodeAction action, long second, long version) {
    ofFleet(
        new RefreshAccepted(
            operation,
            version,
            RefreshType.GRACEFUL,
            Optional.empty(),
            DrainTimeout.ofSeconds(60),
            "hash",
            List.of(
                new NodeDecision(NODE, action, HostAdmission.EXCLUDED_BY_HOST, NodeState.RUNNING)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            by("rm1", Optional.of(operation), second)));
    calls.add(
        new Call(
            operation,
            "refresh",
            at(second),
            at(second),
            Outcome.UNKNOWN,
            Optional.empty(),
            "no answer"));
  }

  void saw(long second, String state, OptionalLong epoch, Optional<Instant> deadline) {
    NodeListAnswer.Entry said =
        new NodeListAnswer.Entry(NODE, new NodeSnapshot(state, epoch, deadline));
    answers.add(new NodeListAnswer(at(second), at(second + 1), true, List.of(said)));
  }

  void reportsFinally(String state, OptionalLong epoch, Set<String> history) {
    finalStates.add(
        new FinalState(
            "rm1",
            at(190),
            Map.of(NODE, new NodeSnapshot(state, epoch, Optional.empty())),
            history));
  }

  void ofFleet(NodesListEvent event) {
    fleetEvents++;
    journal.add(
        JournaledEvent.of(new JournalPosition(journal.size() + 1L, "lists", fleetEvents), event));
  }

  void ofNode(NodeEvent event) {
    nodeEvents++;
    journal.add(
        JournaledEvent.of(new JournalPosition(journal.size() + 1L, "node", nodeEvents), event));
  }

  static Provenance by(String instance, Optional<String> reason, long second) {
    return by(instance, reason, second, Optional.empty(), 0);
  }

  static Provenance by(
      String instance,
      Optional<String> reason,
      long second,
      Optional<String> operation,
      long version) {
    return new Provenance(
        at(second), instance, "ada", Origin.HTTP, Optional.empty(), reason, operation, version);
  }

  static Instant at(long second) {
    return START.plus(Duration.ofSeconds(second));
  }
}
