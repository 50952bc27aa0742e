package ebb.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Text in columns, as wide as they need to be; the last one ends where its text ends. */
final class Table {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  Table(String... headings) {
    rows.add(List.of(headings));
  }

  /**
   * @param cells as many as there are headings
   */
  Table row(String... cells) {
    rows.add(List.of(cells));
    return this;
  }

  List<String> lines() {
    int columns = rows.get(0).size();
    int[] widths = IntStream.range(0, columns).map(this::width).toArray();
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }

  private static String line(List<String> row, int[] widths) {
    return IntStream.range(0, row.size())
        .mapToObj(i -> row.get(i) + " ".repeat(widths[i] - row.get(i).length()))
        .collect(Collectors.joining(GAP))
        .stripTrailing();
  }
}
