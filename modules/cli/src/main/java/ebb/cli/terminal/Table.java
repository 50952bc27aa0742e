package ebb.cli.terminal;

import ebb.domain.text.VisibleText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;

/**
 * Text in columns, as wide as they need to be. The last one is not padded. On a terminal that is
 * too narrow, columns of words are cut, and then left out, from the right. Ids, times and states
 * are never cut, because a part of one is useless.
 */
public final class Table {
  private static final String GAP = "  ";
  private static final String CUT = "..";

  /** A column that is cut further is useless. */
  private static final int NARROWEST = 8;

  /** Columns of words, which are useful even without their end. */
  private static final Set<String> PROSE =
      Set.of("WAITS FOR", "REASON", "RULE", "FROM", "LAST DRAIN", "HOW", "REQUESTED BY", "NAME");

  /**
   * Other columns that can be left out, from the right, because other columns or commands show the
   * same.
   */
  private static final Set<String> MINOR = Set.of("STATUS", "TIME LEFT", "TYPE");

  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... headings) {
    rows.add(List.of(headings));
  }

  /**
   * @param cells as many as there are headings
   */
  public Table row(String... cells) {
    rows.add(Stream.of(cells).map(VisibleText::of).toList());
    return this;
  }

  /** Number of rows without the headings. */
  public int size() {
    return rows.size() - 1;
  }

  public List<String> lines(Terminal terminal) {
    int columns = rows.get(0).size();
    int[] widths = IntStream.range(0, columns).map(this::width).toArray();
    narrow(widths, terminal.width());
    leaveOut(widths, terminal.width());
    return IntStream.range(0, rows.size())
        .mapToObj(i -> line(i == 0, rows.get(i), widths, terminal.outAnsi()))
        .toList();
  }

  private void narrow(int[] widths, int limit) {
    while (total(widths) > limit) {
      OptionalInt widest =
          IntStream.range(0, widths.length)
              .filter(column -> widths[column] > NARROWEST && isProse(column))
              .reduce((one, other) -> widths[other] > widths[one] ? other : one);
      if (widest.isEmpty()) {
        return;
      }
      widths[widest.getAsInt()]--;
    }
  }

  /** Leaves out columns by setting their width to 0. */
  private void leaveOut(int[] widths, int limit) {
    for (Set<String> some : List.of(PROSE, MINOR)) {
      for (int column = widths.length - 1; column > 0 && total(widths) > limit; column--) {
        if (some.contains(rows.get(0).get(column))) {
          widths[column] = 0;
        }
      }
    }
  }

  private boolean isProse(int column) {
    return PROSE.contains(rows.get(0).get(column));
  }

  private static int total(int[] widths) {
    long shown = Arrays.stream(widths).filter(width -> width > 0).count();
    return Arrays.stream(widths).sum() + GAP.length() * (int) Math.max(0, shown - 1);
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }

  private static String line(boolean heading, List<String> row, int[] widths, Ansi ansi) {
    String line =
        IntStream.range(0, row.size())
            .filter(i -> widths[i] > 0)
            .mapToObj(
                i -> {
                  String cell = fitted(row.get(i), widths[i]);
                  String padding = i == row.size() - 1 ? "" : " ".repeat(widths[i] - cell.length());
                  return (heading ? Colors.heading(cell, ansi) : Colors.cell(cell, ansi)) + padding;
                })
            .collect(Collectors.joining(GAP));
    return line.stripTrailing();
  }

  private static String fitted(String text, int width) {
    return text.length() <= width ? text : text.substring(0, width - CUT.length()) + CUT;
  }
}
