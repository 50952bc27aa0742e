package ebb.admin;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.admin.AdminApiServer.Answer;
import ebb.admin.instances.Readiness;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every path: health, unknown routes and methods, names of the host. */
class ApiEdgesTest extends AdminApiTestBase {

  @Test
  void shouldSayThatTheProcessLives() throws Exception {
    // given an instance that cannot serve
    api.readiness = new Readiness(false, "no leader yet");
    api.leader.fallsSilent();
    // when
    Answer answer = api.get("/health/live");
    // then
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json()).hasToString("{\"live\":true}");
  }

  @Test
  void shouldSayWhetherTheInstanceIsReady() throws Exception {
    // given
    api.readiness = new Readiness(false, "no leader yet");
    Answer before = api.get("/health/ready");
    api.readiness = new Readiness(true, "leads with term 3");
    Answer after = api.get("/health/ready");
    // then
    assertProblem(before, 503, "not-ready");
    assertThat(before.text("detail")).isEqualTo("no leader yet");
    assertThat(after.status()).isEqualTo(200);
    assertThat(after.json())
        .hasToString("{\"ready\":true,\"reason\":\"leads with term 3\",\"warnings\":[]}");
  }

  /** A probe must not end or leave out an instance because its clock was set. */
  @Test
  void shouldShowWarningsOfAnInstanceThatIsReady() throws Exception {
    // given
    api.readiness = new Readiness(true, "leads").withWarnings(List.of("the clock jumped"));
    // when
    Answer answer = api.get("/health/ready");
    // then
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("warnings")).hasToString("[\"the clock jumped\"]");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {"/api/v1", "/api/v2/nodes", "/api/v1/nodes/a:1/pasts", "/api/v1/refresh/"})
  void shouldRefuseAnUnknownPath(String path) throws Exception {
    assertProblem(api.get(path), 404, "not-found");
  }

  @Test
  void shouldRefuseAnotherMethodAndNameThoseThatAreOffered() throws Exception {
    // when
    Answer get = api.get("/api/v1/refresh");
    Answer delete = api.send(api.request("/api/v1/nodes/a:1").DELETE());
    // then
    assertProblem(get, 405, "method-not-allowed");
    assertThat(get.response().headers().firstValue("Allow")).contains("POST");
    assertProblem(delete, 405, "method-not-allowed");
    assertThat(delete.response().headers().firstValue("Allow")).contains("GET");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"localhost", "LOCALHOST:8091", "127.0.0.1", "127.0.0.7:80", "[::1]:80"})
  void shouldAnswerUnderNamesOfTheLoopback(String host) throws Exception {
    assertThat(api.sendRaw(getLive(host))).startsWith("HTTP/1.1 200 ");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {"evil.example:8091", "localhost.evil.example", "192.0.2.1", "127.0.0.1.evil"})
  void shouldNotAnswerUnderANameOfSomebodyElse(String host) throws Exception {
    // when
    String response = api.sendRaw(getLive(host));
    // then
    assertThat(response).startsWith("HTTP/1.1 421 ").contains("misdirected-request");
  }

  @Test
  void shouldNotLetAPageOfAnotherSiteAskWhetherItMayCall() throws Exception {
    // when a browser asks before it sends a POST across sites
    Answer answer =
        api.send(
            api.request("/api/v1/refresh")
                .header("Origin", "http://evil.example")
                .header("Access-Control-Request-Method", "POST")
                .method("OPTIONS", BodyPublishers.noBody()));
    // then
    assertProblem(answer, 405, "method-not-allowed");
    assertThat(answer.response().headers().map().keySet())
        .noneMatch(name -> name.startsWith("access-control"));
  }

  @Test
  void shouldForbidCachesAndNotTellVersions() throws Exception {
    // when
    Answer answer = api.get("/api/v1/nodes");
    // then
    assertThat(answer.contentType()).isEqualTo("application/json");
    assertThat(answer.response().headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(answer.response().headers().firstValue("Server")).contains("ebb");
  }

  private static String getLive(String host) {
    return "GET /health/live HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
  }
}
