package ebb.cli.terminal;

import ebb.domain.text.VisibleText;

/** Shortens text that is too long for a terminal, after its hidden characters were made visible. */
public final class Ellipsis {
  private static final String GAP = " .. ";

  /** Lines of a terminal that one message may fill. */
  private static final int LINES = 4;

  private Ellipsis() {}

  /** The text, cut in its middle to a few lines of the terminal. */
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

  /** The end of the words that stay whole: an id is shown whole, or not at all. */
  private static int beforeWord(String line, int end) {
    int space = line.lastIndexOf(' ', end);
    return space > end / 2 ? space : end;
  }

  private static int behindWord(String line, int begin) {
    int space = line.indexOf(' ', begin);
    return space >= 0 && space < begin + (line.length() - begin) / 2 ? space + 1 : begin;
  }

  /** The beginning of the text, cut to the width of the terminal. */
  public static String line(String text, int columns) {
    String line = VisibleText.of(text);
    return line.length() <= columns ? line : line.substring(0, Math.max(0, columns - 2)) + "..";
  }
}
