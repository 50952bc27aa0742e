package ebb.scenarios.failover;

import static org.junit.jupiter.api.Assumptions.abort;

import ebb.demo.cluster.Installation;
import ebb.scenarios.ShellCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An earlier build of Ebb. {@code -Debb.earlier=COMMIT} is built below {@code target}, once; {@code
 * -Debb.earlier=FOLDER} is a distribution. Without either, tests that need one are skipped with a
 * message.
 *
 * @param lib folder with its jars
 */
record EarlierBuild(Path lib) {
  private static final String PROPERTY = "ebb.earlier";
  private static final int BUILD_MINUTES = 15;

  static EarlierBuild find() throws IOException, InterruptedException {
    String earlier = System.getProperty(PROPERTY, "");
    if (earlier.isEmpty()) {
      String why = "no -D" + PROPERTY + "=COMMIT or FOLDER says what to upgrade from";
      System.out.println("\n*** LEFT OUT: " + why + " ***\n");
      return abort(why);
    }
    Path folder = Path.of(earlier).toAbsolutePath();
    return new EarlierBuild(Files.isDirectory(folder) ? folder.resolve("lib") : built(earlier));
  }

  private static Path built(String commit) throws IOException, InterruptedException {
    Path root = present().resolve("../../../../..").normalize();
    Path sources = root.resolve("target/earlier").resolve(commit);
    if (!Files.isDirectory(sources)) {
      Path part = Files.createDirectories(sources.resolveSibling(commit + ".part"));
      ShellCommands.run(
          "sh", "-c", "git -C " + root + " archive " + commit + " | tar -x -C " + part);
      ShellCommands.run(
          BUILD_MINUTES * 60,
          "sh",
          "-c",
          "cd "
              + part
              + " && exec mvn -B -q -DskipTests -Ddistribution.skip -pl modules/app -am package");
      Files.move(part, sources);
    }
    return sources.resolve("modules/app/target/ebb/lib");
  }

  private static Path present() {
    return Installation.find().resourceManagerLib();
  }

  /** Turns a command of the current build into the same command of the earlier one. */
  List<String> command(List<String> words) {
    List<String> command = new ArrayList<>(words);
    command.replaceAll(word -> word.replace(present().toString(), lib.toString()));
    return command;
  }

  /** Whether this process runs the earlier build. */
  boolean isRunBy(long pid) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"))
          .contains(lib.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
