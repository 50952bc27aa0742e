package ebb.cli.terminal;

import ebb.domain.text.VisibleText;
import java.util.ArrayList;
import java.util.List;

/**
 * Breaks a line that is wider than the terminal between its words, and indents the rest. A word
 * that is too long stays whole, because a part of an id is useless.
 */
public final class Wrap {
  private Wrap() {}

  /**
   * @param columns the width of the terminal
   * @param indent the indent of all lines but the first
   */
  public static List<String> lines(String text, int columns, int indent) {
    String rest = VisibleText.of(text);
    List<String> lines = new ArrayList<>();
    String margin = "";
    while (margin.length() + rest.length() > columns) {
      int room = Math.max(1, columns - margin.length());
      int end = rest.lastIndexOf(' ', room);
      if (rest.substring(0, Math.max(0, end)).isBlank()) {
        end = rest.indexOf(' ', room);
      }
      if (end < 0) {
        break;
      }
      lines.add(margin + rest.substring(0, end).stripTrailing());
      rest = rest.substring(end).stripLeading();
      margin = " ".repeat(Math.min(indent, Math.max(0, columns / 2)));
    }
    if (!rest.isEmpty() || lines.isEmpty()) {
      lines.add(margin + rest);
    }
    return lines;
  }
}
