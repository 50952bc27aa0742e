package ebb.differential.rule;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ClusterDifference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RulesTest {

  /** Every deliberate difference is documented before a rule allows it. */
  @Test
  void shouldNameLinesOfTheConformancePage() throws IOException {
    List<String> page = Files.readAllLines(Path.of("..", "..", "docs", "conformance.md"));

    List<String> rules =
        Stream.concat(Rules.ALL.stream(), Stream.of(ClusterDifference.values()))
            .map(AllowedDifference::line)
            .toList();

    assertThat(rules)
        .hasSizeGreaterThan(10)
        .allSatisfy(
            rule -> {
              String name = rule.split(": ", -1)[0];
              assertThat(page).anyMatch(line -> line.startsWith("| " + name + " | "));
            });
  }
}
