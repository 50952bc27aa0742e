package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm.Asked;
import ebb.cli.FakeRm.Reply;
import ebb.cli.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An admin API that wants a Kerberos ticket, and the command as a process of its own. */
class KerberosCommandIT {
  private static final String NODES = "GET /api/v1/nodes";
  private static final String NONE = "{\"nodes\": []}";
  private static final Reply WHO = Reply.unauthenticated("Negotiate");

  @TempDir private static Path folder;
  private static TestKdc kdc;

  /** Whose tickets the server has seen. */
  private final List<String> shown = new CopyOnWriteArrayList<>();

  @AutoClose private FakeRm rm;

  @BeforeAll
  static void found() throws Exception {
    kdc = TestKdc.in(folder);
  }

  @AfterAll
  static void close() throws Exception {
    kdc.close();
  }

  @BeforeEach
  void start() {
    rm =
        FakeRm.start()
            .on(NODES, toWhoHasATicket(NONE))
            .on(
                "GET /api/v1/lists",
                toWhoHasATicket("{\"files\": {\"exclude\": {\"path\": \"p\", \"hash\": \"h\"}}}"))
            .on("PATCH /api/v1/lists/exclude", toWhoHasATicket("{}"))
            .on("POST /api/v1/refresh", toWhoHasATicket("{\"decisions\": []}"));
  }

  @Test
  void shouldShowTheTicketThatIsThereWithEveryRequestButTheFirst() throws Exception {
    // when
    Ended drain = ebb(kdc.ticketOfAlice(), "drain", "h1");
    // then
    assertThat(drain.output()).contains("The lists are in force").doesNotContain("Kerberos");
    assertThat(drain.exit()).isZero();
    assertThat(rm.asked().get(0).header("Authorization")).isEmpty();
    List<Asked> rest = rm.asked().subList(1, rm.asked().size());
    assertThat(rest)
        .extracting(Asked::method)
        .startsWith("GET", "GET", "PATCH", "POST")
        .containsOnlyOnce("PATCH")
        .containsOnlyOnce("POST");
    assertThat(rest).extracting(each -> each.header("Authorization")).doesNotHaveDuplicates();
    assertThat(rest).extracting(Asked::user).containsOnly("");
    assertThat(shown).isNotEmpty().allMatch(kdc.alice()::equals);
  }

  @Test
  void shouldSendAgainWithATicketWhatMustNotBeRepeated() throws Exception {
    // given nodes and lists that anybody may read
    rm.on(NODES, NONE);
    rm.on("GET /api/v1/lists", "{\"files\": {\"exclude\": {\"path\": \"p\", \"hash\": \"h\"}}}");
    // when
    Ended drain = ebb(kdc.ticketOfAlice(), "drain", "h1");
    // then
    assertThat(drain.exit()).as(drain.output()).isZero();
    List<Asked> edits = rm.asked("PATCH");
    assertThat(edits).hasSize(2);
    assertThat(edits.get(1).body()).isEqualTo(edits.get(0).body()).contains("h1");
  }

  @Test
  void shouldSayInOneLineThatThereIsNoTicket() throws Exception {
    // when
    Ended nodes = ebb(folder.resolve("none"), "nodes");
    // then
    assertThat(nodes.exit()).isEqualTo(ExitCode.FAILURE);
    assertThat(Files.readString(Path.of("..", "..", "docs", "commands.md")))
        .contains(
            "\n$ ebb nodes --rm http://rm1.example.com:8091\n"
                + nodes.output().replaceAll("localhost:\\d+", "rm1.example.com:8091"));
    assertThat(rm.asked()).hasSize(1);
  }

  @Test
  void shouldSayWhichServiceHasNoPrincipal() throws Exception {
    // given a name of this host that the realm does not know
    Path hosts = Files.writeString(folder.resolve("hosts"), "127.0.0.1 rm.example\n");
    String address = "http://rm.example:" + rm.port();
    // when
    Ended nodes =
        run(
            List.of("-Djdk.net.hosts.file=" + hosts),
            kdc.ticketOfAlice(),
            "nodes",
            "--rm",
            address);
    // then
    assertThat(nodes.exit()).isEqualTo(ExitCode.FAILURE);
    assertThat(nodes.output().lines())
        .singleElement()
        .asString()
        .contains("no Kerberos ticket for " + address, "HTTP/HOST");
  }

  @Test
  void shouldShowAnotherProofWhenOneIsNotTaken() throws Exception {
    // given a server that has seen the first one already
    AtomicInteger proofs = new AtomicInteger();
    rm.on(
        NODES,
        asked ->
            asked.header("Authorization").isEmpty() || proofs.incrementAndGet() == 1
                ? WHO
                : Reply.ok(NONE));
    // when
    Ended nodes = ebb(kdc.ticketOfAlice(), "nodes");
    // then
    assertThat(nodes.exit()).as(nodes.output()).isZero();
    assertThat(rm.asked()).hasSize(3);
  }

  @Test
  void shouldEndWhenNoProofIsTaken() throws Exception {
    // given
    rm.on(NODES, any -> WHO);
    // when
    Ended nodes = ebb(kdc.ticketOfAlice(), "nodes");
    // then
    assertThat(nodes.exit()).isEqualTo(ExitCode.FAILURE);
    assertThat(nodes.output()).contains("Who are you? (unauthenticated)", "kinit");
    assertThat(rm.asked()).hasSize(3);
  }

  @Test
  void shouldActForAnotherUserWithATicketFromTheFirstRequestOn() throws Exception {
    // when
    Ended nodes = ebb(kdc.ticketOfAlice(), "nodes", "--do-as", "bob");
    // then
    assertThat(nodes.exit()).as(nodes.output()).isZero();
    assertThat(rm.asked()).extracting(Asked::path).containsExactly("/api/v1/nodes?doAs=bob");
    assertThat(shown).containsExactly(kdc.alice());
  }

  @Test
  void shouldLoadNothingOfKerberosUnlessItIsWanted() throws Exception {
    // given
    Path loaded = folder.resolve("loaded");
    String log = "-Xlog:class+load:file=" + loaded;
    rm.on(NODES, any -> Reply.unauthenticated("Bearer"));
    // when
    Ended nodes = run(List.of(log), folder.resolve("none"), "nodes");
    // then
    assertThat(nodes.output()).contains("Who are you?");
    assertThat(Files.readString(loaded))
        .contains("ebb.cli.client.AuthenticatingTransport")
        .doesNotContain("org.ietf.jgss", "sun.security.krb5");
  }

  private Function<Asked, Reply> toWhoHasATicket(String body) {
    return asked -> {
      if (asked.header("Authorization").isEmpty()) {
        return WHO;
      }
      shown.add(kdc.userOf(asked.header("Authorization")));
      return Reply.ok(body);
    };
  }

  /** A command that has ended, with both of its outputs. */
  private record Ended(int exit, String output) {}

  private Ended ebb(Path tickets, String... arguments) throws Exception {
    return run(List.of(), tickets, arguments);
  }

  private Ended run(List<String> jvm, Path tickets, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.add("-Djava.security.krb5.conf=" + kdc.krb5Conf());
    command.addAll(jvm);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), CommandMain.class.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder ebb = new ProcessBuilder(command);
    ebb.environment().put("KRB5CCNAME", tickets.toString());
    ebb.environment().put("EBB_RM", "http://localhost:" + rm.port());
    Path output = Files.createTempFile(folder, "output", "");
    Process process = ebb.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), Files.readString(output));
  }
}
