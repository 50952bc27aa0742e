package ebb.app.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A test compares what a page shows, or the page says why none can. */
final class PageExamplesTest {
  private static final Path ROOT = Path.of("..", "..");

  /** Where people see output. */
  private static final Set<String> OUTPUT = Set.of("console", "text", "json");

  private static final Set<String> OTHERS = Set.of("sh", "hocon", "conf", "xml", "yaml", "mermaid");

  @Test
  void everyBlockNamesWhatItHolds() {
    assertThat(PageExample.all())
        .hasSizeGreaterThan(90)
        .filteredOn(each -> !OUTPUT.contains(each.kind()) && !OTHERS.contains(each.kind()))
        .isEmpty();
  }

  /** A prompt tells what was typed from what was printed. */
  @Test
  void onlyAConsoleHasAPrompt() {
    assertThat(PageExample.all())
        .filteredOn(each -> each.hasPrompt() != each.kind().equals("console"))
        .isEmpty();
  }

  @Test
  void allOutputIsComparedByATestOrThePageSaysWhyNot() throws IOException {
    Set<String> readers = testsThatReadExamples();

    assertThat(PageExample.all())
        .filteredOn(each -> OUTPUT.contains(each.kind()) && !isCompared(each, readers))
        .isEmpty();
  }

  @Test
  void nothingElseHasANote() {
    assertThat(PageExample.all())
        .filteredOn(each -> !OUTPUT.contains(each.kind()) && !each.note().isEmpty())
        .isEmpty();
  }

  private static boolean isCompared(PageExample example, Set<String> readers) {
    return example.isUntested()
        ? example.note().length() > PageExample.UNTESTED.length() + 10
        : readers.contains(example.note() + " " + example.place().replaceAll(" #.*", ""))
            || readers.contains(example.note());
  }

  /**
   * By name those that get all of their examples from {@link PageExample}; by name and page those
   * of other modules, which read the page.
   */
  private static Set<String> testsThatReadExamples() throws IOException {
    List<String> pages =
        PageExample.all().stream().map(each -> each.place().replaceAll(" #.*", "")).toList();
    TreeMap<String, String> sources = new TreeMap<>();
    for (String folder : List.of("modules", "tests")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
        for (Path file :
            files
                .filter(each -> each.toString().matches(".*/src/test/.*\\.(java|scala)"))
                .toList()) {
          sources.put(
              file.getFileName().toString().replaceAll("\\.\\w+$", ""), Files.readString(file));
        }
      }
    }
    return sources.entrySet().stream()
        .flatMap(
            source ->
                source.getValue().contains("comparedBy(" + source.getKey() + ".class)")
                    ? Stream.of(source.getKey())
                    : pages.stream()
                        .filter(
                            page -> source.getValue().contains(page.replaceAll(".*/", "") + '"'))
                        .map(page -> source.getKey() + " " + page))
        .collect(Collectors.toSet());
  }
}
