package ebb.cli.terminal;

import ebb.domain.text.VisibleText;

/** Shortens what is too long for a terminal, once each of its characters is one that is seen. */
public final class Ellipsis {
  private static final String GAP = " .. ";

  /** Lines of a terminal that one message may fill. */
  private static final int LINES = 4;

  private Ellipsis() {}

  /** A line of a few lines of the terminal at most: what is in the middle goes first. */
  public static String message(String text, int columns) {
    String line = VisibleText.of(text);
    long limit = (long) Math.max(columns, 20) * LINES;
    if (line.length() <= limit) {
      return line;
    }
    int half = (int) (limit - GAP.length()) / 2;
    return line.substring(0, beforeWord(line, half))
        + GAP
        + line.substring(behindWord(line, line.length() - half));
  }

  /** Where the word begins that would be cut there; an id is whole, or not there. */
  private static int beforeWord(String line, int end) {
    int space = line.lastIndexOf(' ', end);
    return space > end / 2 ? space : end;
  }

  private static int behindWord(String line, int begin) {
    int space = line.indexOf(' ', begin);
    return space >= 0 && space < begin + (line.length() - begin) / 2 ? space + 1 : begin;
  }

  /** The beginning, as wide as the terminal. */
  public static String line(String text, int columns) {
    String line = VisibleText.of(text);
    return line.length() <= columns ? line : line.substring(0, Math.max(0, columns - 2)) + "..";
  }
}
