package ebb.app.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.app.conformance.ConformancePage.BetterLine;
import ebb.app.conformance.ConformancePage.CaseRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** docs/conformance.md names tests that exist, and tests name the cases that the page says. */
final class ConformancePageTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final String DIFFERENT = "different: ";
  private static final String NOT_APPLICABLE = "not applicable: ";

  private static ConformancePage page;
  private static TaggedTests tests;

  @BeforeAll
  static void read() throws IOException {
    page = ConformancePage.read(ROOT.resolve("docs/conformance.md"));
    tests = TaggedTests.scan(ROOT);
    assertThat(page.cases()).hasSizeGreaterThan(150);
    assertThat(page.lines()).hasSizeGreaterThan(10);
  }

  @Test
  void everyCaseSaysWhatItIsAbout() {
    assertThat(page.cases()).filteredOn(row -> row.about().isEmpty()).isEmpty();
  }

  @Test
  void everyCaseIsTheSameOrDifferentByALineOfThePageOrHasAReasonNotToApply() {
    assertThat(page.cases()).filteredOn(row -> !hasResult(row)).isEmpty();
  }

  private static boolean hasResult(CaseRow row) {
    Set<String> lines = page.lines().stream().map(BetterLine::name).collect(Collectors.toSet());
    return row.result().equals("same")
        || (row.result().startsWith(DIFFERENT)
            && lines.contains(row.result().substring(DIFFERENT.length())))
        || (isNotApplicable(row) && row.result().length() > NOT_APPLICABLE.length());
  }

  private static boolean isNotApplicable(CaseRow row) {
    return row.result().startsWith(NOT_APPLICABLE);
  }

  @Test
  void everyCaseThatAppliesHasATest() {
    assertThat(page.cases())
        .filteredOn(row -> !isNotApplicable(row) && row.tests().isEmpty())
        .isEmpty();
  }

  @Test
  void everyTestOfACaseCarriesItsTag() {
    assertThat(page.cases())
        .flatMap(
            row ->
                row.tests().stream()
                    .filter(test -> !tests.numbersOf(test).contains(row.number()))
                    .map(test -> "case " + row.number() + ": " + test)
                    .toList())
        .isEmpty();
  }

  @Test
  void everyTagIsNamedInItsRow() {
    assertThat(tests.numbersByTest().entrySet())
        .flatMap(
            tagged ->
                tagged.getValue().stream()
                    .filter(number -> !testsOfCase(number).contains(tagged.getKey()))
                    .map(number -> "case " + number + ": " + tagged.getKey())
                    .toList())
        .isEmpty();
  }

  private static List<String> testsOfCase(int number) {
    return page.cases().stream()
        .filter(row -> row.number() == number)
        .flatMap(row -> row.tests().stream())
        .toList();
  }

  @Test
  void everyLineThatIsBetterOnPurposeHasATestThatExists() {
    assertThat(page.lines()).filteredOn(line -> line.tests().isEmpty()).isEmpty();
    assertThat(page.lines())
        .flatMap(line -> line.tests().stream().filter(test -> !tests.has(test)).toList())
        .isEmpty();
  }

  @Test
  void noNumberHasTwoRows() {
    List<Integer> numbers = page.cases().stream().map(CaseRow::number).toList();
    assertThat(numbers).hasSameSizeAs(new TreeSet<>(numbers));
  }
}
