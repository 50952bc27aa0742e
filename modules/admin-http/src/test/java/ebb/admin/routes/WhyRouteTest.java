package ebb.admin.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.admin.AdminApiTestBase;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainAccount;
import ebb.domain.DrainStatus;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.forecast.PastDrains;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.work.BusyContainer;
import ebb.domain.work.RemainingWork;
import ebb.domain.work.Workload;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import ebb.journal.feed.JournalSummary;
import ebb.node.DrainProgress;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.ObservedApplication;
import ebb.nodeslist.observed.ObservedContainer;
import ebb.nodeslist.protocol.NodeTableCommand;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What the drain of a node waits for, and how its last one ended. */
public class WhyRouteTest extends AdminApiTestBase {
  public static final String APP = "application_1700000000000_0001";
  private static final String OTHER = "application_1700000000000_0002";
  private static final NodeId NODE = new NodeId("h1", 1234);

  public static final NodeTableCommand.Work WORK =
      new NodeTableCommand.Work(
          List.of(
              new ObservedApplication(
                  APP,
                  "\"nightly\" \u202e " + "x".repeat(99),
                  "etl",
                  "root.etl",
                  "SPARK",
                  40,
                  Instant.EPOCH)),
          List.of(
              container("container_1700000000000_0001_01_000001", APP, true),
              container("container_1700000000000_0001_01_000002", APP, false)));

  /** Some minutes ago. */
  private final Instant begin = Instant.now().truncatedTo(ChronoUnit.HOURS);

  private final List<NodeEvent> events = new ArrayList<>();

  private static ObservedContainer container(String id, String application, boolean isMaster) {
    return new ObservedContainer(
        id, application, isMaster, Optional.of("RUNNING"), Optional.of(Instant.EPOCH));
  }

  @Test
  void shouldNameWhatADrainWaitsForAndWhoMovedItsDeadline() throws Exception {
    // given a drain of an hour, to which bob has given two days
    drains(Duration.ofHours(1));
    events.add(
        new DecommissioningTimeoutChanged(
            NODE,
            1,
            DrainTimeout.of(Duration.ofDays(2)),
            TimeoutSource.OPERATOR,
            by("bob", "nightly\nreport")));
    knows(Optional.of(workload(2, APP, OTHER)));
    api.leader.runs(WORK);
    // when
    JsonNode why = why();
    // then
    assertThat(why.path("summary").asText())
        .startsWith("h1:1234 has been draining since " + begin + ", for ")
        .contains("anna (new disks) asked for it. It waits for 2 containers, 2 applications: ")
        .contains(
            APP
                + " \"'nightly' \\u{202e} "
                + "x".repeat(28)
                + "...\" of etl in queue root.etl, at 40 %, with 2 containers,"
                + " its application master among them; "
                + OTHER
                + ". At "
                + begin.plus(Duration.ofDays(2)))
        .endsWith(
            "the node leaves even if something still runs there: its timeout of 2d is from an"
                + " operator. bob (nightly\\u{a}report) moved the timeout from 1h, which was from"
                + " the request, to 2d at "
                + begin
                + ".");
    assertThat(why.at("/node/status").asText()).isEqualTo("WAIT_CONTAINER");
    assertThat(why.path("applications").findValuesAsText("id"))
        .containsExactly(
            APP,
            "container_1700000000000_0001_01_000001",
            "container_1700000000000_0001_01_000002",
            OTHER);
    assertThat(why.at("/applications/0/containers/0/applicationMaster").asBoolean()).isTrue();
    assertThat(why.at("/applications/1/name").isNull()).isTrue();
    assertThat(why.path("timeouts").findValuesAsText("source"))
        .containsExactly("REQUEST", "OPERATOR");
    assertThat(api.leader.workQuestions.take().applications())
        .containsExactlyInAnyOrder(APP, OTHER);
  }

  @Test
  void shouldSayThatNoContainerRunsButAnApplication() throws Exception {
    drains(Duration.ofDays(1));
    knows(Optional.of(workload(0, APP)));

    assertThat(why().path("summary").asText())
        .contains(
            "No container runs there any more, but it waits for the end of 1 application that ran"
                + " there and may need its output: "
                + APP
                + ". At ");
  }

  @Test
  void shouldSayThatNobodyHasReported() throws Exception {
    drains(Duration.ofDays(1));
    knows(Optional.empty());
    assertThat(why().path("summary").asText())
        .contains(
            "It waits for a report of its NodeManager, which has sent none since the"
                + " current leader started.");

    api.leader.hasSeen(
        NODE,
        new NodeObservation(
            Optional.of(begin), Optional.empty(), Optional.empty(), Optional.empty()));
    assertThat(why().path("summary").asText())
        .contains("which sent its last request at " + begin + ".");
  }

  @Test
  void shouldSayThatADrainHasNoDeadlineOrIsBeyondIt() throws Exception {
    start(DrainTimeout.INFINITE);
    knows(Optional.of(workload(1, APP)));
    assertThat(why().path("summary").asText())
        .endsWith("It has no deadline: its timeout is infinite, from the request.");

    events.clear();
    drains(Duration.ZERO);
    knows(Optional.of(workload(1, APP)));
    assertThat(why().path("summary").asText())
        .contains(
            "Its deadline was " + begin + ", and it leaves as soon as that is in the journal");
  }

  @Test
  void shouldSayHowADrainHasEnded() throws Exception {
    drains(Duration.ofMinutes(5));
    events.add(
        new NodeDecommissioned(
            NODE,
            1,
            DecommissionCause.TIMEOUT,
            Optional.of(
                new RemainingWork(
                    3, 1, List.of(new BusyContainer("c1", true), new BusyContainer("c2", false)))),
            Optional.of(
                new DrainAccount(
                    295_000,
                    0,
                    3_500,
                    1_500,
                    new TreeMap<>(Map.of("app_1", 20L, "app_2", 295_000L)))),
            by("anna", "new disks")));
    knows(Optional.empty());

    JsonNode why = why();

    assertThat(why.path("summary").asText())
        .isEqualTo(
            ("h1:1234 is DECOMMISSIONED and does not drain. It drained from %s, as anna (new disks)"
                    + " had asked, and left at its deadline at %s, after 0s, by anna (new disks), with"
                    + " 3 containers, 1 application still there: c1 (application master), c2 and 1"
                    + " more. It waited 4m55s for containers, 3.5s without a report, 1.5s unobserved;"
                    + " longest for app_2 (4m55s), app_1 (0.02s). Its timer was due at %s, and fired"
                    + " 0s late on rm1.")
                .formatted(begin, begin, begin.plus(Duration.ofMinutes(5))));
    assertThat(why.path("applications").isEmpty()).isTrue();
    assertThat(why.path("timeouts")).hasSize(1);
    assertThat(why.at("/node/lastDrain/stillRunning"))
        .hasToString(
            "[{\"id\":\"c1\",\"applicationMaster\":true},"
                + "{\"id\":\"c2\",\"applicationMaster\":false}]");
    JsonNode account = why.at("/node/lastDrain/account");
    assertThat(account.path("waitContainerMillis").asLong()).isEqualTo(295_000);
    assertThat(account.path("waitAppMillis").asLong()).isZero();
    assertThat(account.path("noReportMillis").asLong()).isEqualTo(3_500);
    assertThat(account.path("unobservedMillis").asLong()).isEqualTo(1_500);
    assertThat(account.path("applications"))
        .hasToString("[{\"id\":\"app_2\",\"millis\":295000},{\"id\":\"app_1\",\"millis\":20}]");
  }

  @Test
  void shouldTellWhichFailoversADrainCrossed() throws Exception {
    drains(Duration.ofMinutes(5));
    events.add(
        new NodeDecommissioned(
            NODE, 1, DecommissionCause.READY, by("anna", "", begin.plusSeconds(60))));
    knows(Optional.empty());
    api.summary =
        new JournalSummary(
            PastDrains.NONE, List.of(new LeadTaken(2, by("ebb", "", begin.plusSeconds(30)))));

    JsonNode why = why();

    assertThat(why.path("summary").asText())
        .endsWith("During it, the lead went to rm1 at " + begin.plusSeconds(30) + ".");
    assertThat(why.at("/ended/failovers").findValuesAsText("instance")).containsExactly("rm1");
    assertThat(why.path("failovers").isEmpty()).isTrue();
    assertThat(why.path("forecast").isNull()).isTrue();
  }

  @Test
  void shouldTellWhichFailoversARunningDrainHasCrossed() throws Exception {
    drains(Duration.ofDays(1));
    knows(Optional.empty());
    Instant at = begin.plusNanos(1000);
    api.summary = new JournalSummary(PastDrains.NONE, List.of(new LeadTaken(2, by("ebb", "", at))));
    assertThat(why().at("/failovers/0/at").asText()).isEqualTo(at.toString());
  }

  @Test
  void shouldSayThatANodeHasNeverDrained() throws Exception {
    events.add(new NodeRegistered(NODE, Resource.of(1, 1), true, by("h1", "")));
    knows(Optional.empty());

    assertThat(why().path("summary").asText()).isEqualTo("h1:1234 is RUNNING and does not drain.");
  }

  @Test
  void shouldNotDenyADrainThatTheNodeHasYetToBegin() throws Exception {
    // given a node that was to be drained a second time
    drains(Duration.ofMinutes(5));
    events.add(new NodeRecommissioned(NODE, 1, by("anna", "")));
    knows(Optional.empty());
    api.leader.hasYetToApply(NODE, 12);

    assertThat(why().path("summary").asText())
        .startsWith("h1:1234 is RUNNING. It drained from ")
        .endsWith(" Refresh 12 is durable, but the node has not applied it yet.");
  }

  @Test
  void shouldAnswerWithoutNamesWhenTheLeaderDoesNotSayThem() throws Exception {
    drains(Duration.ofDays(1));
    knows(Optional.of(workload(1, APP)));
    api.leader.doesNotSayWhatRuns();

    JsonNode nodes = api.get("/api/v1/nodes").json();

    assertThat(nodes.at("/applications/0/id").asText()).isEqualTo(APP);
    assertThat(nodes.at("/applications/0/name").isNull()).isTrue();
    assertThat(why().path("summary").asText()).contains("It waits for 1 container");
  }

  @Test
  void shouldNotKnowOtherNodes() throws Exception {
    assertProblem(api.get("/api/v1/nodes/h9:1/why"), 404, "node-not-found");
    assertProblem(api.get("/api/v1/nodes/h9/why"), 400, "invalid-parameter");
  }

  @Test
  void shouldNameTheApplicationsThatHoldTheMostNodesFirst() throws Exception {
    NodeStateUpdate one = publication("h1", workload(1, APP));
    NodeStateUpdate two = publication("h2", workload(1, APP, OTHER));
    NodeStateUpdate three = publication("h3", workload(3, APP));
    api.leader.knows(one, two, three);
    api.leader.runs(WORK);

    JsonNode applications = api.get("/api/v1/nodes?host=h1,h2").json().path("applications");

    assertThat(applications.findValuesAsText("id")).containsExactly(APP, OTHER);
    assertThat(applications.findValuesAsText("nodes")).containsExactly("2", "1");
    assertThat(applications.at("/0/user").asText()).isEqualTo("etl");
  }

  @Test
  void shouldAskForNoApplicationWhileNoNodeWaitsForAny() throws Exception {
    api.leader.knows(publication("h1", Workload.NOTHING));

    assertThat(api.get("/api/v1/nodes").json().path("applications").isEmpty()).isTrue();
    assertThat(api.leader.workQuestions).isEmpty();
  }

  // ---- a node ----

  private void drains(Duration timeout) {
    start(DrainTimeout.of(timeout));
  }

  private void start(DrainTimeout timeout) {
    events.add(new NodeRegistered(NODE, Resource.of(1, 1), true, by("h1", "")));
    events.add(
        new DecommissioningStarted(
            NODE,
            1,
            begin,
            timeout,
            TimeoutSource.REQUEST,
            Optional.of(Resource.of(1, 1)),
            by("anna", "new disks")));
  }

  /** As its events have left it. */
  private void knows(Optional<Workload> workload) {
    NodeLifecycle node = NodeLifecycle.unregistered(NODE);
    List<JournaledEvent.OfNode> past = new ArrayList<>();
    for (NodeEvent event : events) {
      node = node.apply(event);
      long number = past.size() + 1L;
      past.add(
          new JournaledEvent.OfNode(new JournalPosition(number, "RMNode|" + NODE, number), event));
    }
    api.pasts.put(NODE, past);
    DrainStatus status =
        workload.filter(load -> load.containers() == 0).isPresent()
            ? DrainStatus.WAIT_APP
            : DrainStatus.WAIT_CONTAINER;
    api.leader.knows(
        new NodeStateUpdate(
            past.size(), past.size(), node, Optional.of(new DrainProgress(status, workload))));
  }

  public static NodeStateUpdate waitingFor(String application) {
    return new WhyRouteTest().publication("h1", workload(1, application));
  }

  private NodeStateUpdate publication(String host, Workload workload) {
    NodeId id = new NodeId(host, 1234);
    NodeLifecycle node =
        NodeLifecycle.unregistered(id)
            .apply(
                new DecommissioningStarted(
                    id,
                    1,
                    begin,
                    DrainTimeout.INFINITE,
                    TimeoutSource.REQUEST,
                    Optional.empty(),
                    by("anna", "")));
    return new NodeStateUpdate(
        1,
        1,
        node,
        Optional.of(new DrainProgress(DrainStatus.WAIT_CONTAINER, Optional.of(workload))));
  }

  private static Workload workload(int containers, String... applications) {
    return new Workload(containers, new TreeSet<>(Set.of(applications)));
  }

  private static JsonNode why() throws Exception {
    return api.get("/api/v1/nodes/h1:1234/why").json();
  }

  private Provenance by(String actor, String reason) {
    return by(actor, reason, begin);
  }

  private static Provenance by(String actor, String reason, Instant at) {
    return new Provenance(
        at,
        "rm1",
        actor,
        Origin.HTTP,
        Optional.empty(),
        Optional.of(reason).filter(text -> !text.isEmpty()),
        Optional.of("op-9"),
        4);
  }
}
