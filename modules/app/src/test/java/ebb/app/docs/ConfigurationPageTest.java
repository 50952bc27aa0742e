package ebb.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * docs/configuration.md has the keys of every reference.conf. {@code -Dwrite-docs} writes its table
 * anew.
 */
final class ConfigurationPageTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final Path PAGE = ROOT.resolve("docs/configuration.md");
  private static final Pattern WHEN =
      Pattern.compile("(?i)\\b(set|change|raise|lower|turn) (it|both)\\b");
  private static final String HEAD =
      "| Key | Default | Environment | Meaning |\n|---|---|---|---|\n";
  private static final String BEGIN = "<!-- keys: begin -->\n";
  private static final String END = "<!-- keys: end -->\n";

  @Test
  void thePageHasEveryKeyAsItsReferenceConfDocumentsIt() throws IOException {
    List<ReferenceConf.Key> keys = ReferenceConf.ofAll(ROOT.resolve("modules"));
    assertThat(keys).hasSizeGreaterThan(30);

    String page = Files.readString(PAGE, StandardCharsets.UTF_8);
    assertThat(page).contains(BEGIN, END);
    String wanted = withTable(page, table(keys));
    if (System.getProperty("write-docs") != null) {
      Files.writeString(PAGE, wanted);
    }

    assertThat(Files.readString(PAGE, StandardCharsets.UTF_8)).isEqualTo(wanted);
  }

  @Test
  void everyKeySaysWhatItMeans() throws IOException {
    assertThat(ReferenceConf.ofAll(ROOT.resolve("modules")))
        .filteredOn(key -> key.meaning().length() < 10 || key.value().isEmpty())
        .isEmpty();
  }

  @Test
  void everyKeySaysWhenToChangeIt() throws IOException {
    assertThat(ReferenceConf.ofAll(ROOT.resolve("modules")))
        .filteredOn(key -> !WHEN.matcher(key.meaning()).find())
        .isEmpty();
  }

  private static String table(List<ReferenceConf.Key> keys) {
    return keys.stream().map(ReferenceConf.Key::row).collect(Collectors.joining("\n", HEAD, "\n"));
  }

  private static String withTable(String page, String table) {
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    return page.substring(0, begin) + table + page.substring(page.indexOf(END));
  }
}
