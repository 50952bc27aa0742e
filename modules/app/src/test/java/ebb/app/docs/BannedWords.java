package ebb.app.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Words that no page and no text of the program may use, from {@code banned-words.tsv}: a regular
 * expression, a tab, what to write instead.
 */
record BannedWords(List<Entry> entries) {
  private static final int CONTEXT = 40;

  record Entry(Pattern pattern, String instead) {}

  static BannedWords load() {
    try (InputStream file = BannedWords.class.getResourceAsStream("banned-words.tsv")) {
      if (file == null) {
        throw new IllegalStateException("no banned-words.tsv beside this class");
      }
      return parse(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static BannedWords parse(String table) {
    return new BannedWords(
        table
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .map(BannedWords::entry)
            .toList());
  }

  private static Entry entry(String line) {
    String[] cells = line.split("\t", -1);
    if (cells.length != 2 || cells[1].isBlank()) {
      throw new IllegalArgumentException("Expected PATTERN, a tab and a replacement: " + line);
    }
    return new Entry(
        Pattern.compile("(?<![\\w-])(?:" + cells[0] + ")(?![\\w-])", Pattern.CASE_INSENSITIVE),
        cells[1]);
  }

  /** Each use in this text, with what stands around it and the replacement. */
  List<String> findIn(String text) {
    String oneLine = text.replaceAll("\\s+", " ").strip();
    return entries.stream()
        .flatMap(
            entry ->
                entry
                    .pattern()
                    .matcher(oneLine)
                    .results()
                    .map(
                        found ->
                            "…%s…: instead of \"%s\" write %s"
                                .formatted(
                                    oneLine.substring(
                                        Math.max(0, found.start() - CONTEXT),
                                        Math.min(oneLine.length(), found.end() + CONTEXT)),
                                    found.group(),
                                    entry.instead())))
        .toList();
  }
}
