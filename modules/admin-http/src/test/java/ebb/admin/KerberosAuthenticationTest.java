package ebb.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.admin.AdminApiServer.Answer;
import ebb.admin.access.AccessFilter;
import ebb.admin.access.AdminSettings;
import ebb.admin.access.Authentication;
import ebb.admin.access.HadoopSecurity;
import ebb.admin.access.SpnegoAuthentication.Outcome;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.AuthMethod;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import java.net.InetAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** On a cluster with Hadoop's security; what Kerberos says of a token is made up here. */
class KerberosAuthenticationTest {
  private static final String TOKEN = "anna-5Xq0bQm7";
  private static final String REFRESH = "{\"type\":\"NORMAL\"}";

  @TempDir static Path folder;
  static AdminApiServer api;

  @BeforeAll
  static void start() throws Exception {
    Path users = folder.resolve("users");
    Files.writeString(
        users,
        "anna admin sha256:" + TokenAuthenticationTest.sha256(TOKEN) + System.lineSeparator());
    api =
        new AdminApiServer(
            Optional.of(users),
            new HadoopSecurity(true, Optional.of(KerberosAuthenticationTest::accept)));
  }

  /** Tokens are names of people of the realm, of whom ada is an administrator. */
  private static Outcome accept(String token, Optional<String> doAs, InetAddress from) {
    if (token.isEmpty() || token.startsWith("forged")) {
      return new Outcome.Unknown("Defective token\nINFO forged");
    } else if (doAs.isPresent() && !token.equals("oozie")) {
      return new Outcome.Forbidden(
          "User: " + token + " is not allowed to impersonate " + doAs.get());
    }
    String name = token.startsWith("bob") ? "bob" : token; // whose ticket may be long
    String user = doAs.orElse(name + "@REALM");
    return new Outcome.Known(
        user, name + "@REALM", user.startsWith("ada"), Optional.of("ours-to-" + name));
  }

  @AfterAll
  static void stop() {
    api.close();
  }

  @BeforeEach
  void reset() {
    api.reset();
    api.leader.answersRefreshesWith(
        new Refreshed("op-1", RefreshType.NORMAL, 5, false, List.of(), new TreeSet<>()));
  }

  @Test
  void shouldOfferEachWayToWhoShowsNothing() throws Exception {
    try (CapturedLog log = CapturedLog.of(AccessFilter.class.getName())) {
      Answer answer = api.get("/api/v1/nodes");

      AdminApiTestBase.assertProblem(answer, 401, "unauthenticated");
      assertThat(answer.response().headers().allValues("WWW-Authenticate"))
          .containsExactly("Negotiate", "Bearer realm=\"ebb\"");
      // Every client of SPNEGO begins like this.
      assertThat(log.messages()).isEmpty();
    }
  }

  @Test
  void shouldWriteTheWholePrincipalIntoWhatComesOfTheRequest() throws Exception {
    Answer answer = send("Negotiate ada", refresh(""));

    assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
    assertThat(answer.response().headers().allValues("WWW-Authenticate"))
        .containsExactly("Negotiate ours-to-ada");
    var initiator = api.leader.refreshes.take().initiator();
    assertThat(initiator.actor()).isEqualTo("ada@REALM");
    assertThat(initiator.peer())
        .hasValueSatisfying(
            peer -> {
              assertThat(peer.user()).isEqualTo("ada@REALM");
              assertThat(peer.method()).isEqualTo(AuthMethod.KERBEROS);
            });
  }

  /** One address may have 512 connections, and each may hold a ticket and no more. */
  @Test
  void shouldHoldOneLongTicketOfAConnection() throws Exception {
    LimitsTest.assertEndsBetween(api, 96 * 1024, 128 * 1024, 30 * 1024);
  }

  @Test
  void shouldLetOthersLookAndNotChange() throws Exception {
    assertThat(send("negotiate bob", api.request("/api/v1/nodes").GET()).status()).isEqualTo(200);
    AdminApiTestBase.assertProblem(send("Negotiate bob", refresh("")), 403, "forbidden");
    assertThat(api.leader.refreshes).isEmpty();
  }

  @Test
  void shouldTakeAProxyUserForWhomItActs() throws Exception {
    Answer answer = send("Negotiate oozie", refresh("?doAs=ada"));

    assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
    var initiator = api.leader.refreshes.take().initiator();
    assertThat(initiator.actor()).isEqualTo("ada");
    assertThat(initiator.peer().orElseThrow().user()).isEqualTo("oozie@REALM");
  }

  @Test
  void shouldLetNobodyElseActForAnother() throws Exception {
    AdminApiTestBase.assertProblem(send("Negotiate bob", refresh("?doAs=ada")), 403, "forbidden");
    AdminApiTestBase.assertProblem(
        send("Bearer " + TOKEN, refresh("?doAs=ada")), 400, "invalid-parameter");
    AdminApiTestBase.assertProblem(api.send(refresh("?doAs=ada")), 400, "invalid-parameter");
    assertThat(api.leader.refreshes).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {"Negotiate forged", "Negotiate", "Negotiate ", "Basic YWRhOmFkYQ==", "ada"})
  void shouldRefuseWhatProvesNothing(String authorization) throws Exception {
    try (CapturedLog log = CapturedLog.of(AccessFilter.class.getName())) {
      Answer answer = send(authorization, refresh(""));

      AdminApiTestBase.assertProblem(answer, 401, "unauthenticated");
      assertThat(answer.response().headers().allValues("WWW-Authenticate")).contains("Negotiate");
      assertThat(log.messages()).singleElement().asString().doesNotContain("\n");
      assertThat(api.leader.refreshes).isEmpty();
    }
  }

  @Test
  void shouldTakeATicketThatNamesManyGroups() throws Exception {
    String ticket = "bob".repeat(16_000);

    assertThat(send("Negotiate " + ticket, api.request("/api/v1/nodes").GET()).status())
        .isEqualTo(200);
  }

  @Test
  void shouldTakeTokensBesideKerberos() throws Exception {
    assertThat(send("Bearer " + TOKEN, refresh("")).status()).isEqualTo(200);
    assertThat(api.leader.refreshes.take().initiator().actor()).isEqualTo("anna");
  }

  @Test
  void shouldNotBelieveANameThatNobodyChecks() throws Exception {
    AdminApiTestBase.assertProblem(api.send(refresh("?user.name=ada")), 401, "unauthenticated");
    assertThat(send("Negotiate ada", refresh("?user.name=eve")).status()).isEqualTo(200);
    assertThat(api.leader.refreshes.take().initiator().actor()).isEqualTo("ada@REALM");
  }

  @Test
  void shouldTellHealthToEverybody() throws Exception {
    assertThat(api.get("/health/live").status()).isEqualTo(200);
    assertThat(api.get("/health/ready").status()).isEqualTo(200);
  }

  @Test
  void shouldBeReadOnlyWhereNobodyCanShowWhoTheyAre() throws Exception {
    try (CapturedLog log = CapturedLog.of(AdminServer.class.getName());
        AdminApiServer open =
            new AdminApiServer(Optional.empty(), new HadoopSecurity(true, Optional.empty()))) {
      assertThat(log.messages()).containsExactly(Authentication.READ_ONLY);
      assertThat(open.get("/api/v1/nodes").status()).isEqualTo(200);
      for (String path : List.of("/api/v1/refresh", "/api/v1/refresh?user.name=ada")) {
        Answer answer = open.post(path, REFRESH);
        AdminApiTestBase.assertProblem(answer, 403, "forbidden");
        assertThat(answer.text("detail")).isEqualTo(Authentication.READ_ONLY);
      }
      AdminApiTestBase.assertProblem(
          open.post("/api/v1/leave", "{\"force\":true}"), 403, "forbidden");
      assertThat(open.leader.refreshes).isEmpty();
      assertThat(open.instances.orders).isEmpty();
    }
  }

  @Test
  void shouldListenToTheNetworkWithTlsAndKerberosOnly() {
    Config network = with("host", "192.0.2.1").withFallback(with("port", "0"));
    Config withTls =
        network
            .withFallback(with("tls.certificate", folder.resolve("none.crt").toString()))
            .withFallback(with("tls.key", folder.resolve("none.key").toString()));
    assertThatThrownBy(() -> settings(network, true)).hasMessageStartingWith("ebb.http.host = ");
    assertThatThrownBy(() -> settings(withTls, false)).hasMessageStartingWith("ebb.http.host = ");
    // The host is fine, the files are not.
    assertThatThrownBy(() -> settings(withTls, true)).hasMessageStartingWith("ebb.http.tls: ");
  }

  private static void settings(Config config, boolean negotiates) {
    AdminSettings.from(
        config.withFallback(ConfigFactory.parseResources("reference.conf")).resolve(), negotiates);
  }

  private static Config with(String key, String value) {
    return ConfigFactory.parseString(AdminSettings.PATH + "." + key + " = \"" + value + "\"");
  }

  // ---- words ----

  private static Answer send(String authorization, HttpRequest.Builder request) throws Exception {
    return api.send(request.header("Authorization", authorization));
  }

  private static HttpRequest.Builder refresh(String query) {
    return api.request("/api/v1/refresh" + query)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(REFRESH));
  }
}
