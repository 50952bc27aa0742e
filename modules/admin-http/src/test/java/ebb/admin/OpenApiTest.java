package ebb.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import ebb.admin.AdminApiServer.Answer;
import ebb.admin.access.ApiOperation;
import ebb.admin.http.ProblemCode;
import ebb.admin.instances.InstanceState;
import ebb.admin.instances.InstanceView;
import ebb.admin.instances.LeaveAnswer;
import ebb.admin.instances.Readiness;
import ebb.admin.routes.DiffQuery;
import ebb.admin.routes.EventsQuery;
import ebb.admin.routes.HistoryQuery;
import ebb.admin.routes.NodesQuery;
import ebb.admin.routes.OperationsRoutesTest;
import ebb.admin.routes.QueueRouteTest;
import ebb.admin.routes.VerifyRoute;
import ebb.admin.routes.WhyRouteTest;
import ebb.admin.scalein.ScaleInTestBase;
import ebb.admin.webhooks.WebhookStateTest;
import ebb.domain.Drain;
import ebb.domain.DrainAccount;
import ebb.domain.DrainEnding;
import ebb.domain.DrainOutcome;
import ebb.domain.DrainStatus;
import ebb.domain.DrainTimeout;
import ebb.domain.LastDrain;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.ListsHash;
import ebb.domain.lists.OperationProgress;
import ebb.domain.provenance.AuthMethod;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Peer;
import ebb.domain.provenance.Provenance;
import ebb.domain.work.BusyContainer;
import ebb.domain.work.RemainingWork;
import ebb.domain.work.Workload;
import ebb.hosts.ListSource.ListFile;
import ebb.hosts.ListSource.ListFiles;
import ebb.journal.database.EventChains.BrokenEntry;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import ebb.journal.json.EventJson;
import ebb.node.DrainProgress;
import ebb.node.NodeReply;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.observed.NodeManagerInfo;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.RunningContainers;
import ebb.nodeslist.protocol.NodesListReply.ListsSeen;
import ebb.nodeslist.protocol.NodesListReply.OperationSeen;
import ebb.nodeslist.protocol.NodesListReply.OperationsSeen;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The description of the API says what the API does, no more and no less. */
class OpenApiTest extends AdminApiTestBase {
  private static final NodeId NODE = new NodeId("h1", 1234);
  private static final List<String> METHODS =
      List.of("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
  private static final List<String> HEALTH = List.of("/health/live", "/health/ready");
  private static final Instant AT = Instant.parse("2026-11-22T08:00:00Z");
  private static final Provenance BY =
      new Provenance(
          AT,
          "rm1",
          "anna",
          Origin.HTTP,
          Optional.of(new Peer("10.0.0.7", "anna", AuthMethod.TOKEN)),
          Optional.empty(),
          Optional.of("op-1"),
          3);

  private static final DrainAccount ACCOUNT =
      new DrainAccount(40_000, 5_000, 600, 70, new TreeMap<>(Map.of(WhyRouteTest.APP, 45_000L)));

  private JsonNode document;
  private OpenApiSchemas schemas;

  @BeforeEach
  void giveEveryKindOfAnswer() throws Exception {
    Answer answer = api.get(ApiOperation.BASE + "/openapi.json");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.contentType()).isEqualTo("application/json");
    document = answer.json();
    schemas = new OpenApiSchemas(document);
    api.webhooks = List.of(WebhookStateTest.SHOWN);
    Drain drain = new Drain(1, AT, DrainTimeout.INFINITE, TimeoutSource.REQUEST, BY);
    api.leader.knows(
        new NodeStateUpdate(
            3,
            3,
            new NodeLifecycle(
                NODE,
                NodeState.DECOMMISSIONING,
                Optional.of(Resource.of(1, 1)),
                true,
                1,
                Optional.of(drain),
                false,
                3,
                List.of(),
                Optional.of(
                    new LastDrain(
                        Optional.of(drain),
                        DrainOutcome.FORCED,
                        BY,
                        new DrainEnding(
                            Optional.of(
                                new RemainingWork(3, 2, List.of(new BusyContainer("c1", true)))),
                            Optional.of(ACCOUNT)))),
                Optional.empty()),
            Optional.of(
                new DrainProgress(
                    DrainStatus.WAIT_CONTAINER,
                    Optional.of(new Workload(1, new TreeSet<>(Set.of(WhyRouteTest.APP))))))));
    api.leader.runs(WhyRouteTest.WORK);
    api.leader.hasSeen(
        NODE,
        new NodeObservation(
            Optional.of(AT),
            Optional.of(Resource.of(0, 0)),
            Optional.of(new RunningContainers(3, 1)),
            Optional.of(
                new NodeManagerInfo(
                    "3.5.0", "/rack1", List.of("gpu"), List.of("rm.yarn.io/zone=a")))));
    api.past =
        CompletableFuture.completedFuture(
            List.of(
                new JournaledEvent.OfNode(
                    new JournalPosition(1, "RMNode|" + NODE, 1), new NodeLost(NODE, BY))));
    api.journal = PastRoutesTest.journal(NODE, BY);
    HostLists lists = HostLists.of(Set.of("h1"), Map.of("h2", Optional.of(DrainTimeout.INFINITE)));
    ListFile file =
        new ListFile(ListFile.Kind.EXCLUDE, "/exclude", Optional.of(AT), Optional.of("5eed"));
    api.leader.describesListsWith(
        new ListsSeen(
            3,
            ListsHash.of(lists),
            new ListSettings(lists, DrainTimeout.ofSeconds(60), Optional.of("")),
            new ListFiles(List.of(file), Optional.of(lists), Optional.empty())));
    api.leader.answersRefreshesWith(PlanRouteTest.PLAN);
    api.leader.answersQueueWith(QueueRouteTest.queue());
    api.instances.members = List.of(new InstanceView("rm1", InstanceState.LEADING));
    api.instances.answer = new LeaveAnswer.Begun("rm1", Optional.of("rm2"), true);
    api.leader.answersTimeoutChangesWith(
        new NodeReply.Current(
            new NodeStateUpdate(4, 4, NodeLifecycle.unregistered(NODE), Optional.empty())));
  }

  @Test
  void shouldDescribeEveryOperationAndNoOther() {
    List<String> described = new ArrayList<>();
    document
        .path("paths")
        .fields()
        .forEachRemaining(
            path ->
                METHODS.stream()
                    .filter(method -> path.getValue().has(method.toLowerCase(Locale.ROOT)))
                    .forEach(method -> described.add(method + " " + path.getKey())));

    assertThat(described)
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    Arrays.stream(ApiOperation.values()).map(OpenApiTest::nameOf),
                    Stream.concat(HEALTH.stream(), Stream.of("/metrics"))
                        .map(path -> "GET " + path))
                .toList());
    assertThat(document.at("/servers/0/url").asText()).isEqualTo(ApiOperation.BASE);
  }

  /** They are beside the API, and open to everybody. */
  @ParameterizedTest(name = "{0}")
  @FieldSource("HEALTH")
  void shouldDescribeTheHealthOfAnInstance(String path) throws Exception {
    JsonNode described = document.path("paths").path(path);

    assertThat(described.at("/servers/0/url").asText()).isEqualTo("/");
    assertThat(described.at("/get/security")).hasToString("[{}]");
    assertAnswers(path, described, 200);
    api.readiness = new Readiness(false, "starting");
    assertAnswers(path, described, path.endsWith("/ready") ? 503 : 200);
  }

  private void assertAnswers(String path, JsonNode described, int status) throws Exception {
    Answer answer = api.get(path);
    assertThat(answer.status()).isEqualTo(status);
    JsonNode content =
        described.path("get").path("responses").path(Integer.toString(status)).path("content");
    schemas.assertMatches(path, content.path(answer.contentType()).path("schema"), answer.json());
  }

  private static String nameOf(ApiOperation operation) {
    return operation.method().value() + " " + operation.path();
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(value = ApiOperation.class, mode = Mode.EXCLUDE, names = "FOLLOW_EVENTS")
  void shouldAnswerEveryOperationAsDescribed(ApiOperation operation) throws Exception {
    // given
    OperationProgress progress = OperationsRoutesTest.progress(NODE);
    api.leader.answersOperationsWith(
        operation == ApiOperation.LIST_OPERATIONS
            ? new OperationsSeen(List.of(progress.summary()), true)
            : new OperationSeen(
                Optional.of(progress),
                List.of(),
                Optional.of(operation)
                    .filter(ApiOperation.SHOW_UNDO::equals)
                    .map(each -> OperationsRoutesTest.UNDO)));
    if (operation == ApiOperation.SCALE_IN) {
      api.leader.knows(ScaleInTestBase.node("h7"));
    }
    // when
    Answer answer = call(operation);
    // then
    JsonNode described =
        document
            .path("paths")
            .path(operation.path())
            .path(operation.method().value().toLowerCase(Locale.ROOT))
            .path("responses")
            .path(Integer.toString(answer.status()));
    assertThat(answer.status()).as(answer.json().toString()).isBetween(200, 299);
    schemas.assertMatches(
        operation.name(),
        described.path("content").path("application/json").path("schema"),
        answer.json());
  }

  private static Answer call(ApiOperation operation) throws Exception {
    return api.send(
        api.request(
                ApiOperation.BASE
                    + pathOf(operation)
                    + (operation == ApiOperation.COMPARE_FLEETS ? "?from=" + AT : ""))
            .header("Content-Type", "application/json")
            .header("If-Match", "\"5eed\"")
            .method(operation.method().value(), BodyPublishers.ofString(bodyOf(operation))));
  }

  private static String pathOf(ApiOperation operation) {
    return operation.path().replace("{id}", NODE.toString()).replace("{host}", NODE.host());
  }

  private static String bodyOf(ApiOperation operation) {
    return switch (operation) {
      case REFRESH -> "{\"type\":\"NORMAL\"}";
      case EDIT_EXCLUDES -> "{\"add\":[{\"host\":\"h1\"}]}";
      case FORCE_OPERATION -> "{\"reason\":\"no time left\"}";
      case CHANGE_TIMEOUT -> "{\"timeoutSecs\":60}";
      case QUEUE_DRAIN -> "{\"hosts\":[{\"host\":\"h1\"}],\"maxParallel\":\"1\"}";
      case CHANGE_QUEUE -> "{\"change\":\"HOLD\"}";
      case SCALE_IN -> "{\"nodes\":1}";
      case LEAVE -> "{\"instance\":\"rm1\"}";
      default -> "";
    };
  }

  /** Whatever the routes behind it say: what is not described is not there. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(ApiOperation.class)
  void shouldOfferNoOtherMethodAtAPath(ApiOperation operation) throws Exception {
    List<String> offered =
        Arrays.stream(ApiOperation.values())
            .filter(each -> each.path().equals(operation.path()))
            .map(each -> each.method().value())
            .toList();
    for (String method : METHODS) {
      if (!offered.contains(method)) {
        Answer answer =
            api.send(
                api.request(ApiOperation.BASE + pathOf(operation))
                    .method(method, BodyPublishers.noBody()));
        assertProblem(answer, 405, "method-not-allowed");
        assertThat(answer.response().headers().firstValue("Allow").orElse("").split(", "))
            .containsExactlyInAnyOrderElementsOf(offered);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"/nodes/", "/nodes//history", "/lists/include", "/lists/exclude/h1", "/"})
  void shouldHaveNothingAtAnyOtherPath(String path) throws Exception {
    assertProblem(api.get(ApiOperation.BASE + path), 404, "not-found");
  }

  @Test
  void shouldNameEveryParameter() {
    assertThat(parametersOf("nodes")).isEqualTo(new TreeSet<>(NodesQuery.PARAMETERS));
    assertThat(parametersOf("history")).isEqualTo(new TreeSet<>(HistoryQuery.PARAMETERS));
    assertThat(parametersOf("drains")).isEqualTo(new TreeSet<>(HistoryQuery.PARAMETERS));
    assertThat(parametersOf("diff")).isEqualTo(new TreeSet<>(DiffQuery.PARAMETERS));
    assertThat(parametersOf("verify")).isEqualTo(new TreeSet<>(VerifyRoute.PARAMETERS));
  }

  @Test
  void shouldNameEveryParameterOfTheEvents() {
    Set<String> described = parametersOf("events");
    described.remove("Last-Event-ID");

    assertThat(described).isEqualTo(new TreeSet<>(EventsQuery.PARAMETERS));
  }

  private Set<String> parametersOf(String path) {
    Set<String> names = new TreeSet<>();
    document
        .at("/paths/~1" + path + "/get/parameters")
        .forEach(parameter -> names.add(parameter.path("name").asText()));
    return names;
  }

  @Test
  void shouldDescribeAnEventOfTheLists() {
    JournaledEvent.OfLists event = (JournaledEvent.OfLists) PastRoutesTest.journal(NODE, BY).get(0);

    schemas.assertMatches(
        "event",
        document.at("/components/schemas/Event"),
        new ObjectMapper().valueToTree(EventJson.of(event)));
  }

  @Test
  void shouldDescribeABrokenEntry() throws Exception {
    api.broken = Optional.of(new BrokenEntry("RMNode|h1:1", 3, "it is missing"));
    Answer answer = api.get(ApiOperation.BASE + "/verify?expect=5:" + "0".repeat(64));

    assertThat(answer.json().path("intact").asBoolean()).isFalse();
    assertThat(answer.json().path("finding").asText())
        .isEqualTo("event 3 of RMNode|h1:1: it is missing");
    schemas.assertMatches("broken", document.at("/components/schemas/Verification"), answer.json());
  }

  @Test
  void shouldDescribeNodesOfThePast() throws Exception {
    Answer answer = api.get(ApiOperation.BASE + "/nodes?at=" + AT);

    assertThat(answer.json().path("nodes")).hasSize(1);
    schemas.assertMatches("nodes", document.at("/components/schemas/Nodes"), answer.json());
  }

  @Test
  void shouldNameEveryProblem() throws Exception {
    assertThat(schemas.valuesOf("/components/schemas/Problem/properties/code"))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(ProblemCode.values()).map(ProblemCode::code).toList());
    JsonNode schema = document.at("/components/schemas/Problem");
    schemas.assertMatches("problem", schema, api.get(ApiOperation.BASE + "/nodes/h9:1").json());
    schemas.assertMatches("problem", schema, api.get(ApiOperation.BASE + "/nodes?limit=0").json());
  }

  @Test
  void shouldNameEveryStateOfAnInstance() {
    assertThat(schemas.valuesOf("/components/schemas/Instance/properties/state"))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(InstanceState.values()).map(InstanceState::name).toList());
  }

  @Test
  void shouldReferToNothingThatIsNotThere() {
    List<JsonNode> references = document.findValues("$ref");

    assertThat(references).isNotEmpty();
    for (JsonNode reference : references) {
      assertThat(schemas.resolve(reference).isObject()).as(reference.asText()).isTrue();
    }
  }
}
