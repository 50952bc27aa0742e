package ebb.hosts;

import java.util.Optional;

/** The lines of a text and their indentation. Searches no further than necessary. */
final class XmlLines {
  private final String text;

  XmlLines(String text) {
    this.text = text;
  }

  /** From the first character to the position behind the last. */
  record Range(int from, int to) {}

  /** The first line end of the text; a line feed if it has none. */
  String lineEnd() {
    int feed = text.indexOf('\n');
    return feed > 0 && text.charAt(feed - 1) == '\r' ? "\r\n" : "\n";
  }

  /** The start of a position's line; empty if anything but blanks precedes the position on it. */
  Optional<Integer> lineBefore(int position) {
    int at = position;
    while (at > 0 && isBlank(text.charAt(at - 1))) {
      at--;
    }
    return at == 0 || text.charAt(at - 1) == '\n' ? Optional.of(at) : Optional.empty();
  }

  /** The start of the next line; empty if anything but blanks comes first, or if there is none. */
  private Optional<Integer> lineBehind(int position) {
    int at = position;
    while (at < text.length() && isBlank(text.charAt(at))) {
      at++;
    }
    return at < text.length() && text.charAt(at) == '\n' ? Optional.of(at + 1) : Optional.empty();
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
  }

  /** The blanks before a position; an empty string if anything else precedes it on its line. */
  String indentOf(int position) {
    return lineBefore(position).map(line -> text.substring(line, position)).orElse("");
  }

  /**
   * A new line with the same indentation if the position starts a line, otherwise an empty string.
   */
  String breakBefore(int position) {
    return lineBefore(position).map(l -> lineEnd() + text.substring(l, position)).orElse("");
  }

  /** The whole lines of this range if they contain nothing else, otherwise the range. */
  Range wholeLines(int from, int to) {
    Optional<Integer> before = lineBefore(from);
    Optional<Integer> behind = lineBehind(to);
    return before.isPresent() && behind.isPresent()
        ? new Range(before.get(), behind.get())
        : new Range(from, to);
  }
}
