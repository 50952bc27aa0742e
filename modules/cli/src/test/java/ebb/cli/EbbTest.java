package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.client.CommandException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class EbbTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldExplainItself() {
    // when
    int exit = run("--help");
    // then
    assertThat(exit).isZero();
    assertThat(out.toString())
        .contains("Usage: ebb", "ResourceManager", "drain", "Commands:", "serve", "Serves.")
        .contains("Exit codes:", "0     done", "1     failed", "2     the command line is wrong")
        .contains("3     watched to its end", "130   ended by Ctrl-C");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldExplainItsCommands() {
    // when
    int exit = run("serve", "--help");
    // then
    assertThat(exit).isZero();
    assertThat(out.toString()).contains("Usage: ebb serve", "--port", "--verbose");
  }

  @Test
  void shouldTellItsVersion() {
    // when
    int exit = run("--version");
    // then
    assertThat(exit).isZero();
    assertThat(out.toString()).startsWith("ebb ").contains("Java ");
  }

  @Test
  void shouldRunTheCommandAndPassItsExitCodeOn() {
    assertThat(run("serve", "--port", "7")).isEqualTo(7);
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest(name = "ebb {0}")
  @CsvSource({
    "'', ebb: Expected a command, ebb --help",
    "servee, servee, did you mean 'serve'",
    "--prot, --prot, ebb --help",
    "serve --port x, '''x'' is not an int', ebb serve --help",
    "serve --prot 7, --prot, ebb serve --help",
    "serve stray, stray, ebb serve --help"
  })
  void shouldRefuseAWrongCommandLineInOneLine(String args, String wrong, String next) {
    // when
    int exit = run(args.isEmpty() ? new String[0] : args.split(" "));
    // then
    assertThat(exit).isEqualTo(2);
    assertThat(err.toString().strip()).contains(wrong, next).doesNotContain("\n", "\tat ");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void shouldSayInOneLineWhyACommandFailedAndWhatToDo() {
    // when
    int exit = run("fail");
    // then
    assertThat(exit).isEqualTo(1);
    assertThat(err.toString().strip()).isEqualTo("ebb fail: port 8031 is taken; free it");
  }

  @Test
  void shouldShowTheStackTraceOnDemand() {
    // when
    int before = run("--verbose", "fail");
    int behind = run("fail", "--verbose");
    // then
    assertThat(before).isEqualTo(1);
    assertThat(behind).isEqualTo(1);
    assertThat(err.toString().split("ebb.cli.client.CommandException: port 8031", -1)).hasSize(3);
    assertThat(err.toString()).contains("\tat ebb.cli.EbbTest$Fail.call(");
  }

  @Test
  void shouldSayWhatCameUnexpectedAndHowToLearnMore() {
    // when
    int exit = run("break");
    // then
    assertThat(exit).isEqualTo(1);
    assertThat(err.toString().strip())
        .isEqualTo("ebb break: unexpected IllegalStateException: one two; --verbose shows where");
  }

  private int run(String... args) {
    CommandLine commandLine = Ebb.commandLine(new Serve(), new Fail());
    // As a command does that joins later.
    commandLine.addSubcommand(new Break());
    return commandLine
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }

  @Command(name = "serve", description = "Serves.")
  private static final class Serve implements Callable<Integer> {
    @Option(names = "--port")
    private int port;

    @Override
    public Integer call() {
      return port;
    }
  }

  @Command(name = "fail")
  private static final class Fail implements Callable<Integer> {
    @Override
    public Integer call() {
      throw new CommandException("port 8031 is taken", "free it");
    }
  }

  @Command(name = "break")
  private static final class Break implements Callable<Integer> {
    @Override
    public Integer call() {
      throw new IllegalStateException("one\n  two");
    }
  }
}
