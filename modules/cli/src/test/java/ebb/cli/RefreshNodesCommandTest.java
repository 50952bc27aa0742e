package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm.Reply;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefreshNodesCommandTest {
  private static final String REFRESH = "POST /api/v1/refresh";
  private static final String ACCEPTED =
      """
      {"operationId": "op-7", "type": "GRACEFUL", "listVersion": 4, "dryRun": false,
       "decisions": [{"nodeId": "h1:45454", "action": "GRACEFUL_DECOMMISSION",
                      "timeoutSeconds": 600, "timeoutSource": "REQUEST", "rule": "EXCLUDED",
                      "before": "RUNNING"}],
       "pending": []}
      """;

  private static final String CAREFUL = ",\"requireConfirmation\":true}";

  @AutoClose private FakeRm rm;

  @BeforeEach
  void start() {
    rm = FakeRm.start().on(REFRESH, ACCEPTED);
  }

  @ParameterizedTest(name = "ebb refresh-nodes {0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "''                     | {\"type\":\"NORMAL\"}",
        "-g                     | {\"type\":\"GRACEFUL\",\"tracking\":\"SERVER\"}",
        "-graceful              | {\"type\":\"GRACEFUL\",\"tracking\":\"SERVER\"}",
        "-g -server             | {\"type\":\"GRACEFUL\",\"tracking\":\"SERVER\"}",
        "-server -g             | {\"type\":\"GRACEFUL\",\"tracking\":\"SERVER\"}",
        "-g 600 -server" + " | {\"type\":\"GRACEFUL\",\"timeoutSecs\":600,\"tracking\":\"SERVER\"}",
        "-g 0 | {\"type\":\"GRACEFUL\",\"timeoutSecs\":0,\"tracking\":\"SERVER\"}",
        "-g -1 | {\"type\":\"GRACEFUL\",\"timeoutSecs\":-1,\"tracking\":\"SERVER\"}",
        "-g 2147483647"
            + " | {\"type\":\"GRACEFUL\",\"timeoutSecs\":2147483647,\"tracking\":\"SERVER\"}",
        "--reason disks | {\"type\":\"NORMAL\",\"reason\":\"disks\"}",
        "--accept-older | {\"type\":\"NORMAL\",\"acceptOlder\":true}",
        "-g -client --dry-run"
            + " | {\"type\":\"GRACEFUL\",\"tracking\":\"CLIENT\",\"dryRun\":true}",
      })
  void shouldAskForWhatIsWritten(String arguments, String body) {
    // when
    Run run = refresh(arguments);
    // then
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    String asked = arguments.contains("--dry-run") ? body : body.replaceFirst("}$", CAREFUL);
    assertThat(rm.asked()).singleElement().extracting(FakeRm.Asked::body).isEqualTo(asked);
  }

  @Test
  void shouldNotLetTheResourceManagerAskWhatIsConfirmed() {
    Run run = refresh("-g --yes");

    assertThat(run.exit()).isZero();
    assertThat(rm.asked())
        .singleElement()
        .extracting(FakeRm.Asked::body)
        .isEqualTo("{\"type\":\"GRACEFUL\",\"tracking\":\"SERVER\"}");
  }

  @ParameterizedTest(name = "ebb refresh-nodes {0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "-client                | -client needs -g",
        "-server                | -server needs -g",
        "-g 60 -client -server  | -client and -server exclude each other",
        "-g -2 -server          | -g -2 is out of range",
        "-g 2147483648 -server  | -g 2147483648 is out of range",
        "-g 99999999999999999999 | out of range",
        "-g ten                 | 'ten' is not a number of seconds",
        "-g 1.5                 | '1.5' is not a number of seconds",
        "-g 60 stray            | stray",
        "stray                  | stray",
        "-g 60 60               | 60",
        "-g 60 -g 70            | -g",
        "-forceful              | -forceful",
        "--idempotency-key      | --idempotency-key",
      })
  void shouldRefuseWithUsageWhatYarnLetsPass(String arguments, String wrong) {
    // when
    Run run = refresh(arguments);
    // then
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err().strip())
        .contains(wrong, "see 'ebb refresh-nodes --help'")
        .doesNotContain("\n");
    assertThat(run.out()).isEmpty();
    assertThat(rm.asked()).isEmpty();
  }

  @Test
  void shouldShowWhatWasDecidedAndHowToWatchIt() {
    // when
    Run run = refresh("-g 600");
    // then
    assertThat(run.lines())
        .containsExactly(
            "NODE      WAS      ACTION                 TIMEOUT  FROM         RULE",
            "h1:45454  RUNNING  GRACEFUL_DECOMMISSION  10m      the request  EXCLUDED",
            "Operation op-7 for 1 node. Watch it with: ebb watch op-7 --rm " + rm.url());
  }

  @Test
  void shouldSayThatADryRunChangedNothing() {
    // given
    rm.on(REFRESH, ACCEPTED.replace("\"dryRun\": false", "\"dryRun\": true"));
    // when
    Run run = refresh("-g 600 --dry-run");
    // then
    assertThat(run.out()).contains("Nothing was changed; a refresh would change 1 node.");
  }

  @Test
  void shouldHaveAKeyOfItsOwnForEachInvocation() {
    // when
    refresh("-g 600");
    refresh("-g 600");
    refresh("-g 600 --idempotency-key night-42");
    // then
    assertThat(rm.asked())
        .extracting(each -> each.header("Idempotency-key"))
        .doesNotHaveDuplicates()
        .allMatch(key -> !key.isEmpty())
        .last()
        .isEqualTo("night-42");
  }

  @Test
  void shouldSayHowToGoBackToOlderListsOnPurpose() {
    // given
    rm.on(REFRESH, any -> Reply.problem(409, "older-lists", "The lists equal those of refresh 2"));
    // when
    Run run = refresh("-g 600");
    // then
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err().strip())
        .startsWith("ebb refresh-nodes: The lists equal those of refresh 2 (older-lists); ")
        .contains("--accept-older")
        .doesNotContain("\n");
  }

  @Test
  void shouldPassTheAnswerOnAsJson() {
    assertThat(refresh("-g 600 --json").out()).contains("\"operationId\" : \"op-7\"");
  }

  private Run refresh(String arguments) {
    String all = "refresh-nodes --rm " + rm.url() + (arguments.isEmpty() ? "" : " " + arguments);
    return Run.of(all.split(" +"));
  }
}
