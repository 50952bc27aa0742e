package ebb.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Both READMEs are alike, and every link between pages leads somewhere. */
final class PagesTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final List<String> AT_THE_TOP =
      List.of("README.md", "README.zh-CN.md", "CONTRIBUTING.md", "CHANGELOG.md");

  static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(AT_THE_TOP.stream().map(ROOT::resolve).toList());
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      docs.filter(each -> each.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }

  @Test
  void shouldHaveTheSameHeadingsAndExamplesInBothLanguages() throws IOException {
    MarkdownPage english = MarkdownPage.read(ROOT.resolve("README.md"));
    MarkdownPage chinese = MarkdownPage.read(ROOT.resolve("README.zh-CN.md"));

    assertThat(english.headingLevels()).hasSizeGreaterThan(5);
    assertThat(chinese.headingLevels()).isEqualTo(english.headingLevels());
    assertThat(english.codeBlocks()).hasSizeGreaterThan(3);
    assertThat(chinese.codeBlocks()).isEqualTo(english.codeBlocks());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pages")
  void shouldLinkOnlyToWhatIsThere(Path page) throws IOException {
    assertThat(MarkdownPage.read(page).brokenLinks()).isEmpty();
  }

  @Test
  void shouldFindBrokenLinks() throws IOException {
    MarkdownPage page =
        new MarkdownPage(
            ROOT.resolve("page.md"),
            """
            # `ebb`: what, and *why*?
            [no file](docs/nothing.md), [a file](docs/commands.md), [a
            heading](#ebb-what-and-why), [no heading](#what), [the second](#twice-1),
            [of another page](docs/commands.md#for-programs), [no heading
            there](docs/commands.md#for-nobody), [elsewhere](https://example.com/nothing)
            ## Twice
            `[code](nothing)`
            ```
            ## A comment [in code](nothing)
            ```
            ## Twice
            """);

    assertThat(page.headingLevels()).containsExactly(1, 2, 2);
    assertThat(page.anchors()).containsExactlyInAnyOrder("ebb-what-and-why", "twice", "twice-1");
    assertThat(page.brokenLinks())
        .containsExactly("docs/nothing.md", "#what", "docs/commands.md#for-nobody");
  }
}
