package ebb.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Both READMEs are alike, every link between pages leads somewhere, and neither pages nor the
 * program use banned words.
 */
final class PagesTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final BannedWords BANNED = BannedWords.load();
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

  /** The change log tells of releases that are out. */
  static List<Path> pagesInEnglish() throws IOException {
    return pages().stream()
        .filter(page -> !page.endsWith("CHANGELOG.md") && !page.endsWith("README.zh-CN.md"))
        .toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pagesInEnglish")
  void shouldUseNoBannedWord(Path page) throws IOException {
    assertThat(BANNED.findIn(MarkdownPage.read(page).sentences())).isEmpty();
  }

  @Test
  void shouldUseNoBannedWordInTheProgram() throws IOException {
    Map<Path, String> texts = ProgramTexts.readAll(ROOT);

    assertThat(texts).hasSizeGreaterThan(300);
    assertThat(texts.entrySet())
        .flatMap(
            file ->
                BANNED.findIn(file.getValue()).stream()
                    .map(found -> ROOT.relativize(file.getKey()) + ": " + found)
                    .toList())
        .isEmpty();
  }

  @Test
  void shouldFindBannedWords() {
    BannedWords banned = BannedWords.parse("# a comment\nhe|his\tit\nsent\\s+home\tshut down\n");
    String source =
        """
        /* he */ String a = "no \\"she\\"" // his
            + '"' + "This is " + "his: " + name; char c = '\"';
        String b = \"""
            Sent
            home.\"""; // his
        """;

    assertThat(ProgramTexts.literals(source)).doesNotContain("he */").contains("This is his: ");
    assertThat(banned.findIn(ProgramTexts.literals(source)))
        .containsExactly(
            "…no \\\"she\\\" This is his: Sent home.…: instead of \"his\" write it",
            "…no \\\"she\\\" This is his: Sent home.…: instead of \"Sent home\" write shut down");
    assertThat(banned.findIn(new MarkdownPage(ROOT, "The `his`.\n```\nhe\n```\n").sentences()))
        .isEmpty();
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
