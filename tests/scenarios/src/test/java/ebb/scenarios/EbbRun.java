package ebb.scenarios;

import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.process.JavaCommand;
import ebb.postgres.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * An installed {@code ebb} command that has ended.
 *
 * @param out the lines of its standard output
 * @param err the lines of its standard error
 */
public record EbbRun(int exitCode, List<String> out, List<String> err) {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int HEAP_MEGABYTES = 256;

  /** The lines of a start, without those that only report progress. */
  public List<String> reasons() {
    return err.stream()
        .filter(line -> !line.matches("ebb start: (opening the journal;|waiting for) .*"))
        .toList();
  }

  /** Adds the user and password of the cluster's database to the environment. */
  public static List<String> withPasswordFile(LoopbackCluster cluster, List<String> command) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "env",
                "EBB_JOURNAL_USER=" + PostgresServer.USER,
                "EBB_JOURNAL_PASSWORD_FILE="
                    + cluster.folder().conf().resolve("journal-password")));
    words.addAll(command);
    return words;
  }

  /** Runs it to its end, beside the cluster. */
  public static EbbRun of(LoopbackCluster cluster, List<String> arguments)
      throws IOException, InterruptedException {
    return of(cluster, arguments, UnaryOperator.identity());
  }

  /**
   * @param command turns the normal command line into the one to run
   */
  public static EbbRun of(
      LoopbackCluster cluster, List<String> arguments, UnaryOperator<List<String>> command)
      throws IOException, InterruptedException {
    Path tmp = cluster.folder().tmp();
    Path out = Files.createTempFile(tmp, "ebb-", ".out");
    Path err = Files.createTempFile(tmp, "ebb-", ".err");
    List<String> words =
        new JavaCommand(
                List.of(Installation.find().resourceManagerLib() + "/*"),
                "ebb.app.Main",
                HEAP_MEGABYTES,
                Map.of("java.io.tmpdir", tmp.toString()),
                arguments)
            .words();
    Process process =
        new ProcessBuilder(command.apply(words))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError(
            "ebb " + arguments + " runs on and has said " + Files.readAllLines(out));
      }
    } finally {
      process.destroyForcibly();
    }
    return new EbbRun(process.exitValue(), Files.readAllLines(out), Files.readAllLines(err));
  }
}
