package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every refusal says what to do about that very problem. */
class RefusalTest {

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "401 | unauthenticated             | --token-file",
        "403 | forbidden                   | role admin",
        "400 | invalid-field               | another value",
        "400 | unknown-field               | 'ebb version'",
        "404 | not-found                   | 'ebb version'",
        "404 | node-not-found              | 'ebb nodes'",
        "404 | operation-not-found         | 'ebb operations'",
        "409 | not-draining                | --state DECOMMISSIONING",
        "409 | list-unreadable             | mend the file; until then",
        "409 | configuration-unreadable    | mend yarn-site.xml",
        "409 | exclude-list-not-configured | yarn.resourcemanager.nodes.exclude-path",
        "409 | list-not-editable           | by hand",
        "409 | list-not-writable           | let the ResourceManager write",
        "409 | older-lists                 | --accept-older",
        "409 | idempotency-key-reused      | another key",
        "412 | lists-changed               | try again",
        "413 | content-too-large           | fewer hosts",
        "421 | misdirected-request         | --rm",
        "429 | too-many-refreshes          | try again in a moment",
        "500 | internal-error              | log",
        "503 | journal-unavailable         | log",
        "503 | list-busy                   | try again in a moment",
        "503 | not-ready                   | wait until it leads",
        "404 | status 404                  | --rm",
      })
  void shouldSayWhatToDoAboutIt(int status, String code, String next) {
    assertThat(NextStep.of(status, code, true)).contains(next).doesNotContain("\n");
  }

  @Test
  void shouldNotAdviseToRepeatWhatMayHaveBeenDone() {
    assertThat(NextStep.of(503, "leader-unavailable", true)).isEqualTo("try again in a moment");
    assertThat(NextStep.of(503, "leader-unavailable", false)).startsWith("look with");
  }

  @Test
  void shouldNameTheFieldThatIsWrong() {
    // when
    Refusal refusal =
        Refusal.of(
            400,
            Json.object()
                .put("code", "invalid-field")
                .put("detail", "Expected the name or address of a host")
                .put("field", "add[0].host"),
            false);
    // then
    assertThat(refusal)
        .hasMessage(
            "add[0].host: Expected the name or address of a host (invalid-field); give another"
                + " value");
  }
}
