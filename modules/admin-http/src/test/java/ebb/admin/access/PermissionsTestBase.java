package ebb.admin.access;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.admin.AdminApiServer;
import ebb.admin.AdminApiServer.Answer;
import ebb.admin.TokenAuthenticationTest;
import ebb.admin.instances.LeaveAnswer;
import ebb.domain.Drain;
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
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.queue.FleetLoad;
import ebb.domain.queue.Pace;
import ebb.domain.queue.ParallelLimit;
import ebb.domain.queue.QueuedDrain;
import ebb.domain.queue.QueuedHost;
import ebb.domain.refresh.PlanSummary;
import ebb.domain.refresh.PlanToken;
import ebb.hosts.ListSource.ListFile;
import ebb.hosts.ListSource.ListFiles;
import ebb.node.NodeReply;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.observed.NodeManagerInfo;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.RunningContainers;
import ebb.nodeslist.protocol.DrainQueueCommand.GetQueue;
import ebb.nodeslist.protocol.NodesListCommand.EditExcludes;
import ebb.nodeslist.protocol.NodesListCommand.RefreshNodes;
import ebb.nodeslist.protocol.NodesListReply.ListsSeen;
import ebb.nodeslist.protocol.NodesListReply.QueueSeen;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An API whose callers have roles. */
abstract class PermissionsTestBase {
  static final String SCOPE = "label=gpu or rack=/r7 or hosts=own[1-3].a";
  static final Instant AT = Instant.parse("2026-11-22T08:00:00Z");
  static final PlanToken TOKEN =
      PlanToken.parse("AUcAAAAAAAAAAsRh8yeRnUBl1bF_VxmYaJ3yZHiBPFTvNQAAAAA").orElseThrow();
  static final PlanToken OTHER =
      PlanToken.parse("AUcAAAAAAAAAAsRh8yeRnUBl1bF_VxmYaJ3yZHiBPFTvNgAAAAA").orElseThrow();

  static final Initiator ANNA = Initiator.system("anna", Origin.HTTP);
  static final NodeAction KEPT =
      new NodeAction.GracefulDecommission(
          DrainTimeout.ofSeconds(60),
          TimeoutSource.CONFIGURATION,
          Optional.of(NodeAction.KeptDrains.ALL));

  @TempDir static Path folder;
  static AdminApiServer api;

  @BeforeAll
  static void start() throws Exception {
    StringBuilder users = new StringBuilder("role team drain recommission timeout ");
    users.append("label=gpu rack=/r7 hosts=own[1-3].a\n");
    users.append("role chief drain recommission timeout force label=gpu\n");
    for (String name : List.of("drain", "recommission", "timeout", "force", "leave")) {
      users.append("role only-%s %s\n".formatted(name, name));
      user(users, "only-" + name);
    }
    for (String name : List.of("team", "chief", "reader", "admin")) {
      user(users, name);
    }
    Path file = Files.writeString(folder.resolve("users"), users);
    api = new AdminApiServer(Optional.of(file), Optional.empty(), HttpClient.newHttpClient());
  }

  /** Whose name and token are that of the role. */
  private static void user(StringBuilder users, String role) throws Exception {
    users.append("%s %s sha256:%s\n".formatted(role, role, TokenAuthenticationTest.sha256(role)));
  }

  @AfterAll
  static void stop() {
    api.close();
  }

  /** gpu and r7 belong to the team, by label and rack; h3 does not. */
  @BeforeEach
  void giveNodes() {
    api.reset();
    api.instances.orders.clear();
    api.instances.answer = new LeaveAnswer.Begun("rm1", Optional.of("rm2"), true);
    api.leader.knows(node("gpu"), node("r7"), node("h3"));
    seen("gpu", "/r1", List.of("gpu"));
    seen("r7", "/r7", List.of());
    seen("h3", "/r1", List.of("cpu"));
    api.leader.hasAddress(new NodeId("h3", 1), "10.0.0.3");
    lists(Set.of(), List.of());
    api.leader.answersQueueWith(queue());
    api.leader.answersDryRunsWith(plan(List.of()));
    api.leader.answersRefreshesWith(
        new Refreshed("op-1", RefreshType.GRACEFUL, 4, false, List.of(), new TreeSet<>()));
    api.leader.answersTimeoutChangesWith(new NodeReply.Accepted(new NodeId("gpu", 1), "op-1"));
  }

  static NodeStateUpdate node(String host) {
    return node(host, NodeState.RUNNING, Optional.empty());
  }

  static NodeStateUpdate held(String host) {
    Drain drain =
        new Drain(1, AT, DrainTimeout.HELD, TimeoutSource.HOST_ENTRY, ANNA.stamp(AT, "rm1", 3));
    return node(host, NodeState.DECOMMISSIONING, Optional.of(drain));
  }

  static NodeStateUpdate node(String host, NodeState state, Optional<Drain> drain) {
    return new NodeStateUpdate(
        3,
        3,
        new NodeLifecycle(
            new NodeId(host, 1),
            state,
            Optional.of(Resource.of(4096, 4)),
            true,
            1,
            drain,
            false,
            3),
        Optional.empty());
  }

  static void seen(String host, String rack, List<String> labels) {
    api.leader.hasSeen(
        new NodeId(host, 1),
        new NodeObservation(
            Optional.of(AT),
            Optional.empty(),
            Optional.of(new RunningContainers(0, 0)),
            Optional.of(new NodeManagerInfo("3.3.6", rack, labels, List.of()))));
  }

  static void lists(Set<String> includes, List<String> excluded) {
    lists(includes, excluded, 60);
  }

  /**
   * @param excluded in the file, and not in force
   * @param configured the timeout of drains without another, in seconds
   */
  static void lists(Set<String> includes, List<String> excluded, int configured) {
    Map<String, Optional<DrainTimeout>> excludes = new HashMap<>();
    excluded.forEach(host -> excludes.put(host, Optional.empty()));
    api.leader.describesListsWith(
        new ListsSeen(
            3,
            "1",
            new ListSettings(
                HostLists.of(Set.of(), Map.of()),
                DrainTimeout.ofSeconds(configured),
                Optional.of("")),
            new ListFiles(
                List.of(
                    new ListFile(
                        ListFile.Kind.EXCLUDE, "/x", Optional.of(AT), Optional.of("5eed"))),
                Optional.of(HostLists.of(includes, excludes)),
                Optional.empty())));
  }

  static QueueSeen queue(String... hosts) {
    List<QueuedDrain> drains = new ArrayList<>();
    for (String host : hosts) {
      drains.add(
          new QueuedDrain(
              "q-" + host,
              List.of(new QueuedHost(host, Optional.empty())),
              1,
              new Pace(new ParallelLimit(1, false), Optional.empty(), Optional.empty()),
              false,
              ANNA.stamp(AT, "rm1", 3)));
    }
    return new QueueSeen(Optional.empty(), drains, new FleetLoad(0, 4), Optional.empty(), Map.of());
  }

  static Refreshed plan(List<NodeId> atOnce, NodeDecision... decisions) {
    return new Refreshed(
        "",
        RefreshType.GRACEFUL,
        4,
        true,
        List.of(decisions),
        new TreeSet<>(),
        List.of(),
        Optional.of(
            new PlanSummary(
                TOKEN, Resource.of(1, 1), Resource.of(9, 9), 0, 0, atOnce, List.of(), List.of())));
  }

  static NodeDecision decision(String host, NodeAction action, NodeState before) {
    return new NodeDecision(new NodeId(host, 1), action, HostAdmission.EXCLUDED_BY_HOST, before);
  }

  static NodeAction drain(int seconds) {
    return new NodeAction.GracefulDecommission(
        DrainTimeout.ofSeconds(seconds), TimeoutSource.HOST_ENTRY);
  }

  static void assertNothingWasDone() {
    assertThat(api.leader.edits).allMatch(EditExcludes::dryRun);
    assertThat(api.leader.refreshes).allMatch(RefreshNodes::dryRun);
    assertThat(api.leader.timeoutChanges).isEmpty();
    assertThat(api.leader.queueRequests).allMatch(GetQueue.class::isInstance);
    assertThat(api.instances.orders).isEmpty();
  }

  /** As the user whose name, and token, is that of the role. */
  static Answer send(String role, String request, String body) throws Exception {
    String[] parts = request.split(" ", -1);
    return api.send(
        api.request("/api/v1" + parts[1])
            .header("Authorization", "Bearer " + role)
            .header("Content-Type", "application/json")
            .header("If-Match", "\"5eed\"")
            .method(parts[0], BodyPublishers.ofString(body.replace('\'', '"'))));
  }
}
