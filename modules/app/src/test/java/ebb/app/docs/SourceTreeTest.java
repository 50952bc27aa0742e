package ebb.app.docs;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How large a file and a package may grow, and that a name stands for one class. */
final class SourceTreeTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final int LINES = 400;
  private static final int CLASSES = 25;

  /** By JUnit's convention they are named after what they test: each module has its own. */
  private static final Set<String> IN_EACH_MODULE =
      Set.of("package-info.java", "ArchitectureTest.java");

  @Test
  void shouldHaveNoFileOfMoreThan400Lines() throws IOException {
    assertThat(sources().stream().filter(file -> lines(file) > LINES).map(SourceTreeTest::name))
        .isEmpty();
  }

  @Test
  void shouldHaveNoPackageOfMoreThan25Classes() throws IOException {
    assertThat(
            sources().stream()
                .filter(file -> !name(file).equals("package-info.java"))
                .collect(groupingBy(Path::getParent, counting())))
        .isNotEmpty()
        .allSatisfy((folder, classes) -> assertThat(classes).isLessThanOrEqualTo(CLASSES));
  }

  @Test
  void shouldNameOneClassBySimpleName() throws IOException {
    assertThat(
            sources().stream()
                .filter(file -> !IN_EACH_MODULE.contains(name(file)))
                .collect(groupingBy(SourceTreeTest::name)))
        .isNotEmpty()
        .allSatisfy((name, files) -> assertThat(files).hasSize(1));
  }

  private static List<Path> sources() throws IOException {
    List<Path> found = new ArrayList<>();
    for (String folder : List.of("modules", "tools", "tests")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .filter(file -> file.toString().matches(".*/src/(main|test)/java/.*"))
            .forEach(found::add);
      }
    }
    return found;
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private static long lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
