package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ListsCommandTest {
  private static final String LISTS =
      """
      {"listVersion": 7, "hash": "abc", "configuredTimeoutSeconds": 3600, "includes": [],
       "excludes": [],
       "files": {"hash": null, "differs": null, "problem": %s, "include": null, "exclude": null}}
      """;

  @AutoClose private final FakeRm rm = FakeRm.start();

  @Test
  void shouldSayThatNoFileIsConfigured() {
    assertThat(show("null")).contains("Exclude file none configured");
  }

  /** What is configured stands in a file that nobody could read. */
  @Test
  void shouldNotSayThatNoFileIsConfiguredIfNobodyKnows() {
    assertThat(show("\"yarn-site.xml, line 3: malformed XML\""))
        .contains("Exclude file not known", "yarn-site.xml, line 3")
        .doesNotContain("none configured");
  }

  private String show(String problem) {
    rm.on("GET /api/v1/lists", LISTS.formatted(problem));
    return Run.of("lists", "--rm", rm.url()).out();
  }
}
