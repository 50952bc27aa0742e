package ebb.cli;

import ebb.domain.VisibleText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;

/**
 * Text in columns, as wide as they need to be; the last one ends where its text ends. On a terminal
 * that is too narrow columns are cut.
 */
final class Table {
  private static final String GAP = "  ";
  private static final String CUT = "..";

  /** A column that is cut further says nothing. */
  private static final int NARROWEST = 8;

  private static final int SHORT_NAME = 24;

  /** Columns of words, which mean something without their end. */
  private static final Set<String> PROSE =
      Set.of("WAITS FOR", "REASON", "RULE", "FROM", "LAST DRAIN", "HOW");

  private final List<List<String>> rows = new ArrayList<>();

  Table(String... headings) {
    rows.add(List.of(headings));
  }

  /**
   * @param cells as many as there are headings
   */
  Table row(String... cells) {
    rows.add(Stream.of(cells).map(VisibleText::of).toList());
    return this;
  }

  List<String> lines(Terminal terminal) {
    int columns = rows.get(0).size();
    int[] widths = IntStream.range(0, columns).map(this::width).toArray();
    narrow(widths, terminal.width());
    return IntStream.range(0, rows.size())
        .mapToObj(i -> line(i == 0, rows.get(i), widths, terminal.outAnsi()))
        .toList();
  }

  /** Words first, then all but a short name in front, by which other commands know the thing. */
  private void narrow(int[] widths, int limit) {
    narrow(widths, limit, column -> PROSE.contains(rows.get(0).get(column)));
    narrow(widths, limit, column -> column > 0 || widths[0] > SHORT_NAME);
    narrow(widths, limit, column -> true);
  }

  private static void narrow(int[] widths, int limit, IntPredicate mayBeCut) {
    int gaps = GAP.length() * (widths.length - 1);
    while (Arrays.stream(widths).sum() + gaps > limit) {
      OptionalInt widest =
          IntStream.range(0, widths.length)
              .filter(column -> widths[column] > NARROWEST && mayBeCut.test(column))
              .reduce((one, other) -> widths[other] > widths[one] ? other : one);
      if (widest.isEmpty()) {
        return;
      }
      widths[widest.getAsInt()]--;
    }
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }

  private static String line(boolean heading, List<String> row, int[] widths, Ansi ansi) {
    String line =
        IntStream.range(0, row.size())
            .mapToObj(
                i -> {
                  String cell = fitted(row.get(i), widths[i]);
                  String padding = i == row.size() - 1 ? "" : " ".repeat(widths[i] - cell.length());
                  return (heading ? Paint.heading(cell, ansi) : Paint.cell(cell, ansi)) + padding;
                })
            .collect(Collectors.joining(GAP));
    return line.stripTrailing();
  }

  private static String fitted(String text, int width) {
    return text.length() <= width ? text : text.substring(0, width - CUT.length()) + CUT;
  }
}
