package ebb.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every refusal says what to do about that very problem. */
class RefusalTest {
  private static final Path DESCRIPTION =
      Path.of("../admin-http/src/main/resources/ebb/admin/http/openapi.json");

  /** What the advice for each problem has in it. */
  private static final Map<String, String> ADVICE =
      Stream.of(
              "malformed-json              | 'ebb version'",
              "unknown-field               | 'ebb version'",
              "missing-field               | 'ebb version'",
              "invalid-field               | another value",
              "unknown-parameter           | 'ebb version'",
              "invalid-parameter           | another value",
              "bad-request                 | 'ebb version'",
              "unauthenticated             | --token-file",
              "forbidden                   | role admin",
              "not-found                   | 'ebb version'",
              "node-not-found              | 'ebb nodes'",
              "operation-not-found         | 'ebb operations'",
              "queued-drain-not-found      | 'ebb queue'",
              "already-queued              | 'ebb queue'",
              "already-excluded            | 'ebb nodes'",
              "nothing-selected            | 'ebb nodes'",
              "not-enough-selected         | request less",
              "lists-differ                | 'ebb lists'",
              "window-closed               | --until",
              "unknown-window              | ebb.windows",
              "capacity-missing            | keep less",
              "queue-full                  | --cancel",
              "instance-not-found          | 'ebb instances'",
              "confirmation-required       | --yes",
              "instance-leaving            | 'ebb instances'",
              "nobody-takes-over           | --force",
              "instance-unavailable        | 'ebb instances'",
              "position-unknown            | --after 0",
              "position-gone               | --after 0",
              "method-not-allowed          | 'ebb version'",
              "list-unreadable             | fix the file; until then",
              "configuration-unreadable    | fix yarn-site.xml",
              "older-lists                 | --accept-older",
              "plan-changed                | --dry-run",
              "idempotency-key-reused      | another key",
              "not-draining                | --state DECOMMISSIONING",
              "drain-held                  | ebb drain",
              "unknown-host                | --allow-unknown",
              "exclude-list-not-configured | yarn.resourcemanager.nodes.exclude-path",
              "list-not-editable           | by hand",
              "list-not-writable           | let the ResourceManager write",
              "lists-changed               | try again",
              "content-too-large           | fewer hosts",
              "unsupported-media-type      | 'ebb version'",
              "misdirected-request         | --rm",
              "precondition-required       | 'ebb version'",
              "too-many-refreshes          | try again in a moment",
              "internal-error              | log",
              "journal-unavailable         | log",
              "list-busy                   | try again in a moment",
              "leader-unavailable          | try again in a moment",
              "too-many-connections        | try again in a moment",
              "not-ready                   | try again in a moment")
          .map(row -> row.split(" *\\| ", 2))
          .collect(Collectors.toUnmodifiableMap(row -> row[0], row -> row[1]));

  static List<String> problems() throws IOException {
    List<String> codes = new ArrayList<>();
    Json.parse(Files.readString(DESCRIPTION))
        .at("/components/schemas/Problem/properties/code/enum")
        .forEach(code -> codes.add(code.asText()));
    return codes;
  }

  @Test
  void shouldKnowTheAdviceForEachProblemOfTheAdminApiAndNoOther() throws Exception {
    assertThat(problems()).containsExactlyInAnyOrderElementsOf(ADVICE.keySet());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("problems")
  void shouldSayWhatToDoAboutIt(String code) {
    assertThat(ErrorHints.ofProblem(code, true))
        .hasValueSatisfying(
            advice -> assertThat(advice).contains(ADVICE.get(code)).doesNotContain("\n"));
    assertThat(ErrorHints.ofProblem(code, false)).isPresent();
  }

  @Test
  void shouldSuspectTheAddressOrTheServerWhenTheAnswerIsNotTheAdminApis() {
    assertThat(ErrorHints.of(404, "status 404", true)).contains("--rm");
    assertThat(ErrorHints.of(502, "status 502", true)).contains("log");
  }

  @Test
  void shouldNotAdviseToRepeatWhatMayHaveBeenDone() {
    assertThat(ErrorHints.of(503, "leader-unavailable", true)).isEqualTo("try again in a moment");
    assertThat(ErrorHints.of(503, "leader-unavailable", false)).startsWith("check ");
  }

  /** The admin API gives some advice itself. */
  @Test
  void shouldGiveTheSameAdviceOnce() {
    String detail = "No answer in time; try again in a moment";

    Refusal refusal =
        Refusal.of(
            503, Json.object().put("code", "leader-unavailable").put("detail", detail), true);

    assertThat(refusal).hasMessage(detail + " (leader-unavailable)");
    assertThat(
            Refusal.of(
                503,
                Json.object().put("code", "leader-unavailable").put("detail", "No answer"),
                true))
        .hasMessage("No answer (leader-unavailable); try again in a moment");
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
            "add[0].host: Expected the name or address of a host (invalid-field); use another"
                + " value");
  }
}
