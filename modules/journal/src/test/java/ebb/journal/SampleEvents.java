package ebb.journal;

import ebb.domain.DecommissionCause;
import ebb.domain.DrainAccount;
import ebb.domain.DrainOutcome;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListSnapshot;
import ebb.domain.lists.OperatorExclude;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.RequestKey;
import ebb.domain.lists.Tracking;
import ebb.domain.provenance.AuthMethod;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Peer;
import ebb.domain.provenance.Provenance;
import ebb.domain.queue.QueueChange;
import ebb.domain.work.BusyContainer;
import ebb.domain.work.Workload;
import ebb.journal.event.SampleQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** One event of each kind, the same that the golden files hold. */
public final class SampleEvents {
  public static final NodeId NODE = new NodeId("worker-1.example.org", 45454);
  static final NodeId OTHER = new NodeId("worker-2.example.org", 45454);
  public static final Instant T0 = Instant.parse("2026-11-22T08:00:00Z");
  static final Resource SIZE = new Resource(8192, 8, Map.of("yarn.io/gpu", 2L));
  public static final HostLists LISTS =
      HostLists.of(
          Set.of("worker-1.example.org", "worker-2.example.org"),
          Map.of(
              "worker-1.example.org", Optional.of(DrainTimeout.ofSeconds(600)),
              "worker-3.example.org", Optional.empty()));

  private static final Optional<Peer> PEER =
      Optional.of(new Peer("10.0.0.7", "alice@EXAMPLE.ORG", AuthMethod.KERBEROS));

  private SampleEvents() {}

  public static NodeEvent registered(NodeId node) {
    return new NodeEvent.NodeRegistered(node, SIZE, true, bySystem(Origin.REGISTRATION));
  }

  static Provenance by(Origin origin) {
    return new Provenance(
        T0.plusMillis(123),
        "ebb-1",
        "alice",
        origin,
        PEER,
        Optional.of("kernel update"),
        Optional.of("op-17"),
        17);
  }

  static Provenance bySystem(Origin origin) {
    return new Provenance(
        T0.plusSeconds(60),
        "ebb-1",
        "system",
        origin,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        17);
  }

  public static Object of(String manifest) {
    return Objects.requireNonNull(all().get(manifest), manifest);
  }

  /** By manifest. */
  public static Map<String, Object> all() {
    return Map.ofEntries(
        Map.entry(
            "node.registered:1",
            new NodeEvent.NodeRegistered(NODE, SIZE, true, bySystem(Origin.REGISTRATION))),
        Map.entry(
            "node.capacity-changed:1",
            new NodeEvent.NodeCapacityChanged(NODE, Resource.of(4096, 4), by(Origin.HTTP))),
        Map.entry(
            "node.health-changed:1",
            new NodeEvent.NodeHealthChanged(
                NODE, false, "1/1 local-dirs are bad", bySystem(Origin.HEARTBEAT))),
        Map.entry(
            "node.decommissioning-started:1",
            new NodeEvent.DecommissioningStarted(
                NODE,
                3,
                T0,
                DrainTimeout.ofSeconds(3600),
                TimeoutSource.CONFIGURATION,
                Optional.of(SIZE),
                by(Origin.RPC))),
        Map.entry(
            "node.timeout-changed:1",
            new NodeEvent.DecommissioningTimeoutChanged(
                NODE, 3, DrainTimeout.INFINITE, TimeoutSource.REQUEST, by(Origin.HTTP))),
        Map.entry(
            "node.decommissioning-progressed:1",
            new NodeEvent.DecommissioningProgressed(
                NODE,
                3,
                Optional.of(
                    new Workload(
                        2,
                        new TreeSet<>(Set.of("application_1_0001", "application_1_0002")),
                        List.of(new BusyContainer("container_1_0001_01_000001", true)))),
                new DrainAccount(
                    9_000, 0, 1_000, 0, new TreeMap<>(Map.of("application_1_0001", 9_000L))),
                bySystem(Origin.TIMER))),
        Map.entry(
            "node.recommissioned:1", new NodeEvent.NodeRecommissioned(NODE, 3, by(Origin.RPC))),
        Map.entry(
            "node.recommission-awaits-registration:1",
            new NodeEvent.RecommissionAwaitsRegistration(NODE, by(Origin.RPC))),
        Map.entry(
            "node.recommission-withdrawn:1",
            new NodeEvent.RecommissionWithdrawn(NODE, by(Origin.RPC))),
        Map.entry(
            "node.decommissioned:1",
            new NodeEvent.NodeDecommissioned(
                NODE, 3, DecommissionCause.TIMEOUT, bySystem(Origin.TIMER))),
        Map.entry("node.lost:1", new NodeEvent.NodeLost(NODE, bySystem(Origin.EXPIRY))),
        Map.entry("node.rebooted:1", new NodeEvent.NodeRebooted(NODE, bySystem(Origin.HEARTBEAT))),
        Map.entry(
            "node.shut-down:1", new NodeEvent.NodeShutDown(NODE, bySystem(Origin.UNREGISTRATION))),
        Map.entry(
            "node.list-version-advanced:1",
            new NodeEvent.ListVersionAdvanced(NODE, by(Origin.RPC))),
        Map.entry(
            "lists.node-seen:1",
            new NodesListEvent.NodeSeen(
                NODE, new NodeAddress(NODE.host(), "192.0.2.1"), bySystem(Origin.REGISTRATION))),
        Map.entry("lists.read:1", new NodesListEvent.ListsRead("9f86d081", LISTS, by(Origin.RPC))),
        Map.entry(
            "lists.excludes-edited:1",
            new NodesListEvent.ExcludesEdited(
                List.of(
                    new NodesListEvent.AddedExclude(
                        "worker-1.example.org", Optional.of(DrainTimeout.ofSeconds(600))),
                    new NodesListEvent.AddedExclude("worker-3.example.org", Optional.empty())),
                List.of("worker-4.example.org"),
                by(Origin.HTTP))),
        Map.entry("lists.refresh-accepted:1", refresh()),
        Map.entry(
            "lists.nodes-forgotten:1",
            new NodesListEvent.NodesForgotten(List.of(NODE, OTHER), bySystem(Origin.TIMER))),
        Map.entry(
            "lists.nodes-settled:1",
            new NodesListEvent.NodesSettled(
                List.of(
                    new NodesListEvent.SettledNode(NODE, 17, DrainOutcome.READY),
                    new NodesListEvent.SettledNode(OTHER, 17, DrainOutcome.RECOMMISSIONED)),
                bySystem(Origin.TIMER))),
        Map.entry(
            "lists.operations-forgotten:1",
            new NodesListEvent.OperationsForgotten(
                List.of("op-3", "op-4"), bySystem(Origin.TIMER))),
        Map.entry("lists.drain-queued:1", SampleQueue.queued(by(Origin.HTTP))),
        Map.entry(
            "lists.queue-changed:1",
            new NodesListEvent.QueueChanged("op-19", QueueChange.FIRST, by(Origin.HTTP))),
        Map.entry("lists.lead-taken:1", new NodesListEvent.LeadTaken(7, bySystem(Origin.START))),
        Map.entry("lists.snapshot:1", snapshot()));
  }

  private static NodesListSnapshot snapshot() {
    return new NodesListSnapshot(
        17,
        "9f86d081",
        LISTS,
        DrainTimeout.ofSeconds(3600),
        List.of(
            new NodesListSnapshot.RegisterEntry(NODE, new NodeAddress(NODE.host(), "192.0.2.1"))),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of());
  }

  public static NodesListEvent.RefreshAccepted refresh() {
    return new NodesListEvent.RefreshAccepted(
        "op-17",
        17,
        RefreshType.GRACEFUL,
        Optional.of(DrainTimeout.of(Duration.ofMillis(1500))),
        DrainTimeout.ofSeconds(3600),
        "9f86d081",
        List.of(
            new NodeDecision(
                NODE,
                new NodeAction.GracefulDecommission(
                    DrainTimeout.ofSeconds(600), TimeoutSource.HOST_ENTRY),
                HostAdmission.EXCLUDED_BY_HOST,
                NodeState.RUNNING),
            new NodeDecision(
                OTHER,
                new NodeAction.Recommission(),
                HostAdmission.ALLOWED,
                NodeState.DECOMMISSIONING),
            new NodeDecision(
                new NodeId("worker-4.example.org", 45454),
                new NodeAction.Decommission(DecommissionCause.NORMAL),
                HostAdmission.EXCLUDED_BY_IP,
                NodeState.UNHEALTHY),
            new NodeDecision(
                new NodeId("worker-5.example.org", 45454),
                new NodeAction.ShutDown(),
                HostAdmission.NOT_INCLUDED,
                NodeState.RUNNING)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        by(Origin.RPC));
  }

  /** What ended the drains of op-17. */
  public static NodesListEvent.RefreshAccepted force() {
    return new NodesListEvent.RefreshAccepted(
        "op-18",
        18,
        RefreshType.FORCEFUL,
        Optional.empty(),
        DrainTimeout.ofSeconds(3600),
        "9f86d081",
        List.of(
            new NodeDecision(
                NODE,
                new NodeAction.EndDrainOf("op-17", 17),
                HostAdmission.EXCLUDED_BY_HOST,
                NodeState.DECOMMISSIONING)),
        Optional.of("/etc/ebb/include"),
        Optional.of(Tracking.CLIENT),
        Optional.of(new RequestKey("b1946ac9", "2c26b46b")),
        Optional.of("op-17"),
        Optional.empty(),
        by(Origin.HTTP));
  }

  /** An operator's word on one drain. */
  public static NodesListEvent.RefreshAccepted timeoutChange() {
    return new NodesListEvent.RefreshAccepted(
        "op-20",
        20,
        RefreshType.CHANGE_TIMEOUT,
        Optional.of(DrainTimeout.ofSeconds(900)),
        DrainTimeout.ofSeconds(3600),
        "9f86d081",
        List.of(
            new NodeDecision(
                NODE,
                new NodeAction.ChangeTimeout(DrainTimeout.ofSeconds(900)),
                HostAdmission.EXCLUDED_BY_HOST,
                NodeState.DECOMMISSIONING)),
        Optional.of("/etc/ebb/include"),
        Optional.of(Tracking.SERVER),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        by(Origin.HTTP));
  }

  /** Orders that say what they leave alone, and what they overtake. */
  static NodesListEvent.RefreshAccepted withCarefulOrders() {
    return new NodesListEvent.RefreshAccepted(
        "op-19",
        19,
        RefreshType.GRACEFUL,
        Optional.empty(),
        DrainTimeout.ofSeconds(3600),
        "9f86d081",
        List.of(
            new NodeDecision(
                NODE,
                new NodeAction.GracefulDecommission(
                    DrainTimeout.ofSeconds(600),
                    TimeoutSource.HOST_ENTRY,
                    Optional.of(NodeAction.KeptDrains.OF_OPERATORS)),
                HostAdmission.EXCLUDED_BY_HOST,
                NodeState.DECOMMISSIONING),
            new NodeDecision(
                OTHER,
                new NodeAction.Decommission(DecommissionCause.FORCED, Optional.of(18L)),
                HostAdmission.ALLOWED,
                NodeState.DECOMMISSIONING)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        by(Origin.HTTP));
  }

  /** Of lists to which Ebb has added what operators said. */
  static NodesListSnapshot snapshotWithOperatorExcludes() {
    return changed(
        snapshot().operations(),
        List.of("2c26b46b"),
        snapshot().leaderTerm(),
        Optional.of(T0),
        List.of(
            new OperatorExclude(
                "worker-1.example.org", Optional.of(DrainTimeout.ofSeconds(600)), by(Origin.HTTP)),
            new OperatorExclude("worker-3.example.org", Optional.empty(), by(Origin.HTTP))));
  }

  static NodesListEvent.RefreshAccepted refreshOfOtherLists() {
    NodesListEvent.RefreshAccepted plain = refresh();
    return new NodesListEvent.RefreshAccepted(
        plain.operationId(),
        plain.listVersion(),
        plain.type(),
        plain.timeout(),
        plain.configured(),
        plain.listsHash(),
        List.of(),
        plain.includePath(),
        plain.tracking(),
        plain.key(),
        plain.ofOperation(),
        Optional.of("2c26b46b"),
        plain.by());
  }

  static NodesListSnapshot snapshotWithLeaderTerm() {
    return changed(
        snapshot().operations(),
        snapshot().acceptedLists(),
        Optional.of(7L),
        Optional.empty(),
        List.of());
  }

  static NodesListSnapshot snapshotWithOperations() {
    return changed(
        List.of(
            new NodesListSnapshot.OperationEntry(
                force(), List.of(new NodesListSnapshot.OutcomeEntry(NODE, DrainOutcome.FORCED)))),
        List.of("2c26b46b", "9f86d081"),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  private static NodesListSnapshot changed(
      List<NodesListSnapshot.OperationEntry> operations,
      List<String> acceptedLists,
      Optional<Long> leaderTerm,
      Optional<Instant> listsSince,
      List<OperatorExclude> excludes) {
    NodesListSnapshot plain = snapshot();
    return new NodesListSnapshot(
        plain.listVersion(),
        plain.listsHash(),
        plain.lists(),
        plain.configured(),
        plain.register(),
        plain.includePath(),
        operations,
        acceptedLists,
        leaderTerm,
        listsSince,
        excludes,
        excludes.isEmpty() ? List.of() : SampleQueue.waiting(by(Origin.HTTP)));
  }
}
