package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm.Reply;
import ebb.cli.terminal.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which of several addresses is asked, and who asks. */
class ReachTest {
  private static final String NODES = "GET /api/v1/nodes";
  private static final String REFRESH = "POST /api/v1/refresh";
  private static final String LISTS =
      "{\"files\": {\"exclude\": {\"path\": \"p\", \"hash\": \"h\"}}}";

  @AutoClose private FakeRm one;
  @AutoClose private FakeRm two;
  @TempDir private Path folder;

  @BeforeEach
  void start() throws IOException {
    one = FakeRm.start();
    two = FakeRm.start().on(NODES, "{\"nodes\": []}").on(REFRESH, "{\"decisions\": []}");
  }

  @Test
  void shouldAskTheFirstThatAnswers() throws IOException {
    // given
    one.on(NODES, "{\"nodes\": []}");
    // when
    Run run = Run.of("nodes", "--rm", nobody() + "," + one.url() + "," + two.url());
    // then
    assertThat(run.exit()).isZero();
    assertThat(one.asked()).hasSize(1);
    assertThat(two.asked()).isEmpty();
  }

  @Test
  void shouldMoveOnWhenOneBreaksOffOrCannotServe() {
    // given
    one.on(NODES, any -> new Reply(0, ""));
    assertThat(Run.of("nodes", "--rm", both()).exit()).isZero();
    one.on(NODES, any -> Reply.problem(503, "not-ready", "Not yet"));
    assertThat(Run.of("nodes", "--rm", both()).exit()).isZero();
    assertThat(two.asked()).hasSize(2);
  }

  @Test
  void shouldNotMoveOnAfterARefusal() {
    // given
    one.on(NODES, any -> Reply.problem(403, "forbidden", "Not for you"));
    // when
    Run run = Run.of("nodes", "--rm", both());
    // then
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("Not for you (forbidden)", "role admin");
    assertThat(two.asked()).isEmpty();
  }

  @Test
  void shouldRepeatARefreshOnlyWithItsKey() {
    // given an instance that takes the request and dies
    one.on(REFRESH, any -> new Reply(0, ""));
    // when
    Run run = Run.of("refresh-nodes", "-g", "--rm", both());
    // then
    assertThat(run.exit()).isZero();
    assertThat(two.asked()).hasSize(1);
    // However often the client asked the first one: it is the same request.
    assertThat(one.asked())
        .isNotEmpty()
        .allMatch(each -> each.body().equals(two.asked().get(0).body()))
        .extracting(each -> each.header("Idempotency-key"))
        .containsOnly(two.asked().get(0).header("Idempotency-key"))
        .doesNotContain("");
  }

  @Test
  void shouldNotRepeatAnEditThatMayHaveArrived() {
    // given
    one.on("GET /api/v1/nodes", "{\"nodes\": []}")
        .on("GET /api/v1/lists", LISTS)
        .on("PATCH /api/v1/lists/exclude", any -> new Reply(0, ""));
    two.on("GET /api/v1/lists", LISTS).on("PATCH /api/v1/lists/exclude", "{}");
    // when
    Run run = Run.of("drain", "h1", "--rm", both());
    // then
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err().strip()).contains("may have been done or not").doesNotContain("\n");
    assertThat(one.asked("PATCH")).hasSize(1);
    assertThat(two.asked()).isEmpty();
  }

  /** The leader may have accepted it, and another operation would be another. */
  @Test
  void shouldSendATimeoutOnce() {
    String timeout = "PUT /api/v1/nodes/h1:1/timeout";
    one.on(timeout, any -> Reply.problem(503, "leader-unavailable", "No answer in time"));
    two.on(timeout, any -> new Reply(202, "{\"nodeId\": \"h1:1\", \"operationId\": \"op-5\"}"));

    assertThat(Run.of("timeout", "h1:1", "2h", "--rm", both()).exit()).isEqualTo(1);
    assertThat(two.asked()).isEmpty();
    // but one that is not ready has done nothing
    one.on(timeout, any -> Reply.problem(503, "not-ready", "Not yet"));
    Run run = Run.of("timeout", "h1:1", "2h", "--rm", both());
    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .isEqualTo(
            "Accepted as operation op-5; h1:1 has not applied it yet. Look with: ebb operations"
                + " op-5 --rm "
                + both()
                + "\n");
    assertThat(two.asked()).hasSize(1);
  }

  @Test
  void shouldEditElsewhereWhatCannotHaveArrived() throws IOException {
    // given
    two.on("GET /api/v1/lists", LISTS).on("PATCH /api/v1/lists/exclude", "{}");
    // when
    Run run = Run.of("drain", "h1", "--rm", nobody() + "," + two.url());
    // then
    assertThat(run.exit()).isZero();
    assertThat(two.asked("PATCH")).hasSize(1);
  }

  @Test
  void shouldNameAllWhenNobodyAnswers() throws IOException {
    // given
    String first = nobody();
    String second = nobody();
    // when
    Run run = Run.of("nodes", "--rm", first + "," + second);
    // then
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err().strip()).contains(first, second, "--rm or EBB_RM").doesNotContain("\n");
  }

  /** Else the reason, and what to do about it, would be hidden. */
  @Test
  void shouldSayWhyTheOneThatAnswersIsNotReadyWhenOthersDoNotAnswer() throws IOException {
    // given
    one.on(NODES, any -> Reply.problem(503, "not-ready", "Not heard yet which drains run"));
    String others = one.url() + "," + nobody();
    // when
    Run run = Run.of("nodes", "--rm", others);
    // then
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo(
            "ebb nodes: Not heard yet which drains run (not-ready); try again in a moment, or"
                + " use another instance with --rm\n");
    // also of a change, which was not made then
    one.on(REFRESH, any -> Reply.problem(503, "not-ready", "Not heard yet which drains run"));
    assertThat(Run.of("refresh-nodes", "--rm", others).err())
        .contains("Not heard yet which drains run (not-ready)")
        .doesNotContain("no ResourceManager");
    // but what is no admin API has no reason
    one.on(NODES, any -> new Reply(503, "<html>"));
    assertThat(Run.of("nodes", "--rm", others).err()).contains("no ResourceManager answers at");
  }

  @Test
  void shouldShowTheTokenOfAFile() throws IOException {
    // given
    two.on("GET /api/v1/lists", LISTS);
    Path file = Files.writeString(folder.resolve("token"), "secret-1\n");
    // when
    Run read = Run.of("nodes", "--rm", two.url(), "--token-file", file.toString());
    Run write = Run.of("refresh-nodes", "--rm", two.url(), "--token-file", file.toString());
    // then
    assertThat(read.exit() + write.exit()).isZero();
    assertThat(two.asked())
        .hasSize(2)
        .allMatch(each -> each.header("Authorization").equals("Bearer secret-1"));
  }

  @Test
  void shouldShowTheTokenOfTheEnvironment() throws Exception {
    // given
    ProcessBuilder ebb =
        new ProcessBuilder(
            ProcessHandle.current().info().command().orElse("java"),
            "-cp",
            System.getProperty("java.class.path"),
            CommandMain.class.getName(),
            "nodes");
    ebb.environment().put("EBB_TOKEN", "secret-2");
    ebb.environment().put("EBB_RM", two.url());
    // when
    Process process =
        ebb.redirectErrorStream(true).redirectOutput(folder.resolve("o").toFile()).start();
    // then
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(folder.resolve("o"))).isEqualTo("0 nodes\n");
    assertThat(two.asked())
        .singleElement()
        .matches(it -> it.header("Authorization").equals("Bearer secret-2"));
  }

  @Test
  void shouldSayByNameWhoAsksWhereNobodyWantsToKnowMore() {
    // given
    two.on("GET /api/v1/lists", LISTS).on("PATCH /api/v1/lists/exclude", "{}");
    // when
    Run run = Run.of("drain", "h1", "--rm", two.url());
    // then
    assertThat(run.exit()).isZero();
    assertThat(two.asked())
        .extracting(each -> each.user())
        .hasSizeGreaterThan(2)
        .containsOnly(System.getProperty("user.name"));
  }

  @Test
  void shouldAddNoNameToAToken() throws IOException {
    // given
    Path file = Files.writeString(folder.resolve("token"), "secret-1\n");
    // when
    Run run = Run.of("nodes", "--rm", two.url(), "--token-file", file.toString());
    // then
    assertThat(run.exit()).isZero();
    assertThat(two.asked()).extracting(each -> each.user()).containsExactly("");
  }

  @Test
  void shouldNotActForAnotherUserWithAToken() throws IOException {
    // given
    String file = Files.writeString(folder.resolve("token"), "secret-1\n").toString();
    // when
    Run run = Run.of("nodes", "--rm", two.url(), "--token-file", file, "--do-as", "bob");
    // then
    assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("--do-as").contains("Kerberos");
    assertThat(two.asked()).isEmpty();
  }

  @Test
  void shouldNotMoveOnOrAskForATicketAfterAnotherKindOfDemand() {
    // given
    one.on(NODES, any -> Reply.unauthenticated("Bearer realm=\"ebb\""));
    // when
    Run run = Run.of("nodes", "--rm", both());
    // then
    assertThat(run.exit()).isEqualTo(ExitCode.FAILURE);
    assertThat(run.err()).contains("Who are you? (unauthenticated)", "--token-file", "kinit");
    assertThat(one.asked()).hasSize(1);
    assertThat(two.asked()).isEmpty();
  }

  @Test
  void shouldNotSendATokenWhereOthersCanReadIt() throws IOException {
    // given
    Path file = Files.writeString(folder.resolve("token"), "secret-3");
    // when
    Run run = Run.of("nodes", "--rm", "http://192.0.2.1:8091", "--token-file", file.toString());
    // then
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("use https").doesNotContain("secret-3");
  }

  @Test
  void shouldNotPrintWhatIsNoToken() throws IOException {
    // given
    Path file = Files.writeString(folder.resolve("token"), "two words");
    // when
    Run run = Run.of("nodes", "--rm", two.url(), "--token-file", file.toString(), "--verbose");
    Run none = Run.of("nodes", "--rm", two.url(), "--token-file", folder.resolve("x").toString());
    // then
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("holds no token").doesNotContain("two words");
    assertThat(none.err().strip()).contains("cannot be read").doesNotContain("\n");
    assertThat(two.asked()).isEmpty();
  }

  @Test
  void shouldNotFollowARedirectWithAToken() throws IOException {
    // given
    one.on(NODES, any -> new Reply(302, "{}"));
    // when
    Run run = Run.of("nodes", "--rm", one.url());
    // then
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("status 302");
  }

  private String both() {
    return one.url() + "," + two.url();
  }

  /** An address at which nobody listens. */
  private static String nobody() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "http://127.0.0.1:" + socket.getLocalPort();
    }
  }
}
