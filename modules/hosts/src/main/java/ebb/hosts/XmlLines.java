package ebb.hosts;

import java.util.Optional;

/** The lines of a text, and how they are indented. Looks no further than it has to. */
final class XmlLines {
  private final String text;

  XmlLines(String text) {
    this.text = text;
  }

  /** From the first character to the one behind the last. */
  record Range(int from, int to) {}

  /** As the text has it first; a line feed where it has none. */
  String lineEnd() {
    int feed = text.indexOf('\n');
    return feed > 0 && text.charAt(feed - 1) == '\r' ? "\r\n" : "\n";
  }

  /** Where the line of a position begins; empty if anything but blanks is before it. */
  Optional<Integer> lineBefore(int position) {
    int at = position;
    while (at > 0 && isBlank(text.charAt(at - 1))) {
      at--;
    }
    return at == 0 || text.charAt(at - 1) == '\n' ? Optional.of(at) : Optional.empty();
  }

  /** Where the next line begins; empty if anything but blanks follows, or no line. */
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

  /** The blanks before a position; empty string if it does not begin its line. */
  String indentOf(int position) {
    return lineBefore(position).map(line -> text.substring(line, position)).orElse("");
  }

  /** A new line with the same indent, where the position begins a line; else an empty string. */
  String breakBefore(int position) {
    return lineBefore(position).map(l -> lineEnd() + text.substring(l, position)).orElse("");
  }

  /** The lines that hold nothing else than this range, or else the range. */
  Range wholeLines(int from, int to) {
    Optional<Integer> before = lineBefore(from);
    Optional<Integer> behind = lineBehind(to);
    return before.isPresent() && behind.isPresent()
        ? new Range(before.get(), behind.get())
        : new Range(from, to);
  }
}
