package ebb.compatibility;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A JDK of this machine other than the one that runs the tests. */
record OtherJava(Path home) {
  private static final Path ALL = Path.of("/usr/lib/jvm");

  /**
   * The one in the environment, such as {@code JAVA_25_HOME}, or one in a usual place on Linux.
   *
   * @param release such as 25
   */
  private static Optional<OtherJava> find(int release) {
    String named = System.getenv("JAVA_" + release + "_HOME");
    try (Stream<Path> homes = named == null ? Files.list(ALL) : Stream.of(Path.of(named))) {
      return homes.sorted().map(OtherJava::new).filter(java -> java.is(release)).findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The same; skips the test if there is none. */
  static OtherJava assume(int release) {
    Optional<OtherJava> java = find(release);
    String missing = "NOT RUN: no JDK " + release + "; JAVA_" + release + "_HOME may name one";
    if (java.isEmpty()) {
      // Maven counts skipped tests, but does not say why.
      System.out.println("[WARNING] " + missing);
    }
    assumeTrue(java.isPresent(), missing);
    return java.orElseThrow();
  }

  private boolean is(int release) {
    Path file = home.resolve("release");
    try {
      return Files.isRegularFile(file)
          && Files.readAllLines(file).stream()
              .anyMatch(line -> line.matches("JAVA_VERSION=\"" + release + "([.+-].*)?\""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The path of its executable, as the operating system shows it. */
  String command() throws IOException {
    return home.resolve("bin/java").toRealPath().toString();
  }

  /** Makes a command line use this JDK. */
  UnaryOperator<List<String>> runner() {
    return words ->
        Stream.concat(Stream.of(home.resolve("bin/java").toString()), words.stream().skip(1))
            .toList();
  }
}
