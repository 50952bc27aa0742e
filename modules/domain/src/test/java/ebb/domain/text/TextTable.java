package ebb.domain.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A table of expectations in a text file beside the test: columns between bars, the first row and
 * the first column name things, lines that begin with {@code #} are remarks.
 */
public final class TextTable {
  private TextTable() {}

  /** What the table says where a row and a column meet. */
  public record Cell(String row, String column, String expected) {}

  public static List<Cell> read(Class<?> test, String file) {
    List<List<String>> lines = lines(test, file).map(TextTable::split).toList();
    List<String> header = lines.get(0);
    List<Cell> cells = new ArrayList<>();
    for (List<String> line : lines.subList(1, lines.size())) {
      if (line.size() != header.size()) {
        throw new IllegalStateException(file + ": not as wide as the header: " + line);
      }
      for (int i = 1; i < header.size(); i++) {
        cells.add(new Cell(line.get(0), header.get(i), line.get(i)));
      }
    }
    return cells;
  }

  private static List<String> split(String line) {
    return Stream.of(line.split("\\|", -1)).map(String::strip).toList();
  }

  private static Stream<String> lines(Class<?> test, String file) {
    try (InputStream in = test.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("no " + file + " beside " + test);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
