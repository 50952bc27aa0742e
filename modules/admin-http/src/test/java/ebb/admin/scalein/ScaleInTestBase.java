package ebb.admin.scalein;

import ebb.admin.AdminApiTestBase;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.OperatorExclude;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.queue.FleetLoad;
import ebb.domain.queue.Pace;
import ebb.domain.queue.ParallelLimit;
import ebb.domain.queue.QueuedDrain;
import ebb.domain.queue.QueuedHost;
import ebb.hosts.ListSource.ListFile;
import ebb.hosts.ListSource.ListFiles;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.observed.NodeManagerInfo;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.RunningContainers;
import ebb.nodeslist.protocol.NodesListReply.ListsSeen;
import ebb.nodeslist.protocol.NodesListReply.QueueSeen;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;

/** A fleet to scale in. */
public abstract class ScaleInTestBase extends AdminApiTestBase {
  static final String PATH = "/api/v1/scale-in";
  static final Instant AT = Instant.parse("2026-11-22T08:00:00Z");
  static final Initiator ANNA = Initiator.system("anna", Origin.HTTP);

  /** h1 to h4 are in service, and h4 has least to do. */
  @BeforeEach
  void giveNodes() {
    api.leader.knows(node("h1"), node("h2"), node("h3"), node("h4"));
    seen("h1", "/r1", "gpu", 2, 1);
    seen("h2", "/r1", "", 3, 0);
    seen("h3", "/r2", "gpu", 1, 0);
    seen("h4", "/r2", "", 0, 0);
    lists(Map.of(), Map.of());
    api.leader.answersQueueWith(queue());
    api.leader.answersRefreshesWith(done("op-1", false, "h4"));
    api.leader.answersDryRunsWith(done("", true));
  }

  /** In service. */
  public static NodeStateUpdate node(String host) {
    return new NodeStateUpdate(
        3,
        3,
        new NodeLifecycle(
            new NodeId(host, 1),
            NodeState.RUNNING,
            Optional.of(Resource.of(4096, 4)),
            true,
            1,
            Optional.empty(),
            false,
            3),
        Optional.empty());
  }

  static void seen(String host, String rack, String label, int containers, int masters) {
    List<String> labels = label.isEmpty() ? List.of() : List.of(label);
    api.leader.hasSeen(
        new NodeId(host, 1),
        new NodeObservation(
            Optional.of(AT),
            Optional.empty(),
            Optional.of(new RunningContainers(containers, masters)),
            Optional.of(new NodeManagerInfo("3.3.6", rack, labels, List.of("rm.yarn.io/z=a")))));
  }

  /**
   * @param own hosts that operators excluded, with the operation that each edit names
   */
  static void lists(
      Map<String, Optional<DrainTimeout>> inFile, Map<String, String> own, String... inForce) {
    Map<String, Optional<DrainTimeout>> current = new HashMap<>();
    List.of(inForce).forEach(host -> current.put(host, Optional.empty()));
    List<OperatorExclude> excludes = new ArrayList<>();
    own.forEach(
        (host, operation) ->
            excludes.add(
                new OperatorExclude(
                    host, Optional.empty(), ANNA.of(operation).stamp(AT, "rm1", 3))));
    api.leader.describesListsWith(
        new ListsSeen(
            3,
            "1",
            new ListSettings(
                HostLists.of(Set.of(), current), DrainTimeout.ofSeconds(60), Optional.of("")),
            new ListFiles(
                List.of(
                    new ListFile(
                        ListFile.Kind.EXCLUDE, "/x", Optional.of(AT), Optional.of("5eed"))),
                Optional.of(HostLists.of(Set.of(), inFile)),
                Optional.empty()),
            excludes,
            List.of()));
  }

  static QueueSeen queue(String... hosts) {
    List<QueuedHost> waiting =
        List.of(hosts).stream().map(host -> new QueuedHost(host, Optional.empty())).toList();
    return new QueueSeen(
        Optional.empty(),
        waiting.isEmpty()
            ? List.of()
            : List.of(
                new QueuedDrain(
                    "q1",
                    waiting,
                    waiting.size(),
                    new Pace(new ParallelLimit(1, false), Optional.empty(), Optional.empty()),
                    false,
                    ANNA.stamp(AT, "rm1", 3))),
        new FleetLoad(0, 4),
        Optional.empty(),
        Map.of());
  }

  static Refreshed done(String operation, boolean dryRun, String... hosts) {
    return new Refreshed(
        operation,
        RefreshType.GRACEFUL,
        4,
        dryRun,
        List.of(hosts).stream()
            .map(
                host ->
                    new NodeDecision(
                        new NodeId(host, 1),
                        new NodeAction.GracefulDecommission(
                            DrainTimeout.ofSeconds(60), TimeoutSource.CONFIGURATION),
                        HostAdmission.EXCLUDED_BY_HOST,
                        NodeState.RUNNING))
            .toList(),
        new TreeSet<>());
  }

  static String body(String fields) {
    return "{" + fields.replace('\'', '"') + "}";
  }
}
