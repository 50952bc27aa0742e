package ebb.admin;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.admin.AdminApiServer.Answer;
import ebb.admin.access.AccessFilter;
import ebb.admin.access.ReloadingFile;
import ebb.admin.routes.WhyRouteTest;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.AuthMethod;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Peer;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The API asks for a token, and knows by it who asks and what he may do. */
public class TokenAuthenticationTest {
  private static final String ANNAS = "anna-5Xq0bQm7";
  private static final String PROBES = "probe-9Tz1cWn2";
  private static final String REFRESH = "{\"type\":\"NORMAL\"}";

  @TempDir static Path folder;
  static Path users;
  static AdminApiServer api;

  @BeforeAll
  static void start() throws Exception {
    users = folder.resolve("users");
    writeUsers();
    api = new AdminApiServer(Optional.of(users), Optional.empty(), HttpClient.newHttpClient());
  }

  @AfterAll
  static void stop() {
    api.close();
  }

  @BeforeEach
  void reset() throws Exception {
    api.reset();
    writeUsers();
  }

  private static void writeUsers() throws Exception {
    Files.writeString(
        users,
        "# who may\nanna admin sha256:%s\n\nthe probe  reader\tsha256:%s\n"
            .formatted(sha256(ANNAS), sha256(PROBES)));
  }

  @Test
  void shouldWriteTheNameIntoWhatComesOfTheRequest() throws Exception {
    // given
    api.leader.answersRefreshesWith(
        new Refreshed("op-1", RefreshType.NORMAL, 5, false, List.of(), new TreeSet<>()));
    // when
    Answer answer = send(ANNAS, post());
    // then
    assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
    Initiator initiator = api.leader.refreshes.take().initiator();
    assertThat(initiator.actor()).isEqualTo("anna");
    assertThat(initiator.peer()).contains(new Peer("127.0.0.1", "anna", AuthMethod.TOKEN));
  }

  /** YARN hides applications from users who may not view them. */
  @Test
  void shouldAskForWhatRunsByTheRightsOfTheCaller() throws Exception {
    api.leader.knows(WhyRouteTest.waitingFor(WhyRouteTest.APP));

    send(PROBES, api.request("/api/v1/nodes").GET());
    assertThat(api.leader.workQuestions.take().asAdministrator()).isFalse();
    send(ANNAS, api.request("/api/v1/nodes").GET());
    assertThat(api.leader.workQuestions.take().asAdministrator()).isTrue();
    send(PROBES, api.request("/api/v1/nodes/h1:1234/why").GET());
    assertThat(api.leader.workQuestions.take().asAdministrator()).isFalse();
  }

  @Test
  void shouldLetAReaderLookAndNotChange() throws Exception {
    try (CapturedLog log = CapturedLog.of(AccessFilter.class.getName())) {
      // when
      Answer answer = send(PROBES, api.request("/api/v1/nodes").GET());
      Answer change = send(PROBES, post());
      // then
      assertThat(answer.status()).isEqualTo(200);
      AdminApiTestBase.assertProblem(change, 403, "forbidden");
      assertThat(api.leader.refreshes).isEmpty();
      String shown =
          log.messages()
              .get(0)
              .replaceAll("127[.\\d]+:\\d+: the probe", "192.0.2.7:40312: monitoring");
      assertThat(log.messages()).hasSize(1);
      assertThat(Files.readString(Path.of("..", "..", "docs", "http-api.md")))
          .contains("\nWARN " + AccessFilter.class.getName() + " " + shown + "\n");
    }
  }

  @Test
  void shouldLetAReaderSeeThePlanOfAnEditAndOfAForceAndNoMore() throws Exception {
    api.leader.answersRefreshesWith(PlanRouteTest.PLAN);
    api.leader.describesListsWith(PlanRouteTest.PLAN);

    assertThat(send(PROBES, edit(",\"dryRun\":true")).status()).isEqualTo(200);
    assertThat(send(PROBES, force("{\"dryRun\":true}")).status()).isEqualTo(200);

    api.leader.edits.clear();
    api.leader.refreshes.clear();
    AdminApiTestBase.assertProblem(send(PROBES, edit("")), 403, "forbidden");
    AdminApiTestBase.assertProblem(send(PROBES, force("{}")), 403, "forbidden");
    AdminApiTestBase.assertProblem(send(PROBES, force("")), 403, "forbidden");
    assertThat(api.leader.edits).isEmpty();
    assertThat(api.leader.refreshes).isEmpty();
  }

  private HttpRequest.Builder edit(String more) {
    return api.request("/api/v1/lists/exclude")
        .header("Content-Type", "application/json")
        .header("If-Match", "\"1\"")
        .method("PATCH", BodyPublishers.ofString("{\"remove\":[\"h1\"]" + more + "}"));
  }

  private HttpRequest.Builder force(String body) {
    return api.request("/api/v1/operations/op-7/force")
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body));
  }

  @Test
  void shouldLetAReaderSeeWhatARefreshWouldDo() throws Exception {
    // given
    api.leader.answersRefreshesWith(
        new Refreshed("", RefreshType.NORMAL, 5, true, List.of(), new TreeSet<>()));
    try (CapturedLog log = CapturedLog.of(AccessFilter.class.getName())) {
      // when
      Answer dry = send(PROBES, post("{\"type\":\"NORMAL\",\"dryRun\":true}"));
      // then
      assertThat(dry.status()).as(dry.json().toString()).isEqualTo(200);
      assertThat(api.leader.refreshes.take().dryRun()).isTrue();
      assertThat(log.messages()).isEmpty();
      // when
      Answer real = send(PROBES, post("{\"type\":\"NORMAL\",\"dryRun\":false}"));
      // then
      AdminApiTestBase.assertProblem(real, 403, "forbidden");
      assertThat(api.leader.refreshes).isEmpty();
      assertThat(log.messages()).hasSize(1);
    }
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "Bearer wrong",
        "Bearer ",
        "Bearer",
        "Basic YW5uYTphbm5h",
        "anna-5Xq0bQm7",
        "Bearer anna-5Xq0bQm7 x",
        "Bearer anna-5Xq0bQm",
      })
  void shouldRefuseWhatIsNoTokenOfOurs(String authorization) throws Exception {
    try (CapturedLog log = CapturedLog.of(AccessFilter.class.getName())) {
      Answer answer =
          api.send(api.request("/api/v1/nodes").header("Authorization", authorization).GET());

      AdminApiTestBase.assertProblem(answer, 401, "unauthenticated");
      assertThat(answer.response().headers().firstValue("WWW-Authenticate").orElse(""))
          .startsWith("Bearer");
      assertThat(log.messages())
          .singleElement()
          .asString()
          .startsWith("Refused GET /api/v1/nodes from 127.0.0.1:")
          .doesNotContain("5Xq0bQm", "YW5u");
    }
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {"/api/v1/nodes", "/api/v1/nothing", "/api/v1/openapi.json", "/api/v1/nodes/a:1"})
  void shouldShowNothingToWhoDoesNotSayWhoHeIs(String path) throws Exception {
    AdminApiTestBase.assertProblem(api.get(path), 401, "unauthenticated");
  }

  @Test
  void shouldRefuseAChangeBeforeItReadsIt() throws Exception {
    AdminApiTestBase.assertProblem(api.post("/api/v1/refresh", REFRESH), 401, "unauthenticated");
    assertThat(api.leader.refreshes).isEmpty();
  }

  @Test
  void shouldLetMonitoringAskForHealthWithoutAToken() throws Exception {
    assertThat(api.get("/health/live").status()).isEqualTo(200);
    assertThat(api.get("/health/ready").status()).isEqualTo(200);
  }

  @Test
  void shouldUseTheUsersFileAsItIsNow() throws Exception {
    // given
    assertThat(nodesAs(ANNAS)).isEqualTo(200);
    // when anna's token is replaced, by one that is as long
    Files.writeString(
        users, Files.readString(users).replace(sha256(ANNAS), sha256("anna-another1")));
    // then
    assertThat(nodesAs(ANNAS)).isEqualTo(401);
    assertThat(nodesAs("anna-another1")).isEqualTo(200);
  }

  @Test
  void shouldKeepTheUsersWhenTheFileCannotBeRead() throws Exception {
    try (CapturedLog log = CapturedLog.of(ReloadingFile.class.getName())) {
      // when
      Files.writeString(users, "anna admin " + ANNAS + "\n");
      // then
      assertThat(nodesAs(ANNAS)).isEqualTo(200);
      assertThat(nodesAs(PROBES)).isEqualTo(200);
      assertThat(log.messages())
          .singleElement()
          .asString()
          .contains(users + ", line 1", "Keeping the previous content")
          .doesNotContain(ANNAS);
      // when
      Files.delete(users);
      // then
      assertThat(nodesAs(ANNAS)).isEqualTo(200);
      assertThat(log.messages()).hasSize(2);
    }
  }

  @Test
  void shouldKeepTheUsersWhenTheFileBecomesAPipe() throws Exception {
    try (CapturedLog log = CapturedLog.of(ReloadingFile.class.getName())) {
      // when
      Files.delete(users);
      assertThat(new ProcessBuilder("mkfifo", users.toString()).start().waitFor()).isZero();
      try {
        // then
        for (int i = 0; i < 50; i++) {
          assertThat(nodesAs(ANNAS)).isEqualTo(200);
        }
        assertThat(log.messages())
            .singleElement()
            .asString()
            .contains("Keeping the previous content", users.toString(), "it is a pipe");
      } finally {
        Files.delete(users);
      }
    }
  }

  // ---- words ----

  private static int nodesAs(String token) throws Exception {
    return send(token, api.request("/api/v1/nodes").GET()).status();
  }

  private static Answer send(String token, HttpRequest.Builder request) throws Exception {
    return api.send(request.header("Authorization", "Bearer " + token));
  }

  private static HttpRequest.Builder post() {
    return post(REFRESH);
  }

  private static HttpRequest.Builder post(String body) {
    return api.request("/api/v1/refresh")
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body));
  }

  public static String sha256(String token) throws Exception {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
  }
}
