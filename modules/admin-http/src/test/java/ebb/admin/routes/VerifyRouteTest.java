package ebb.admin.routes;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.admin.AdminApiServer.Answer;
import ebb.admin.AdminApiTestBase;
import org.junit.jupiter.api.Test;

class VerifyRouteTest extends AdminApiTestBase {
  @Test
  void shouldRefuseWhatIsNoAnchor() throws Exception {
    Answer answer = api.get("/api/v1/verify?expect=5");

    assertProblem(answer, 400, "invalid-parameter");
    assertThat(answer.text("field")).isEqualTo("expect");
  }
}
