package ebb.admin;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.admin.AdminApiServer.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** One server for all tests of a class. */
public abstract class AdminApiTestBase {
  public static AdminApiServer api;

  @BeforeAll
  static void startServer() throws Exception {
    api = new AdminApiServer();
  }

  @AfterAll
  static void stopServer() {
    api.close();
  }

  @BeforeEach
  void forget() {
    api.reset();
  }

  public static void assertProblem(Answer answer, int status, String code) {
    assertThat(answer.status()).as(answer.json().toString()).isEqualTo(status);
    assertThat(answer.contentType()).isEqualTo("application/problem+json");
    assertThat(answer.json().path("status").asInt()).isEqualTo(status);
    assertThat(answer.text("code")).isEqualTo(code);
    assertThat(answer.text("type")).isEqualTo("urn:ebb:problem:" + code);
    assertThat(answer.text("title")).isNotEmpty();
    assertThat(answer.text("detail")).isNotEmpty().doesNotContain("Exception", "\tat ");
  }
}
