package ebb.cli.terminal;

import java.util.Map;
import picocli.CommandLine.Help.Ansi;

/** The colours of words that people look for in a table. */
public final class Colors {
  private static final String BOLD = "1";
  private static final String ERROR = "31;1";
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("RUNNING", "32"),
          Map.entry("READY", "32"),
          Map.entry("serves again", "32"),
          Map.entry("DECOMMISSIONING", "33"),
          Map.entry("draining", "33"),
          Map.entry("pending", "33"),
          Map.entry("UNHEALTHY", "31"),
          Map.entry("LOST", "31"),
          Map.entry("TIMEOUT", "31"),
          Map.entry("left at deadline", "31"),
          Map.entry("left by force", "31"),
          Map.entry("lost", "31"));

  private Colors() {}

  /** The cell, in the colour of the word that it consists of. */
  static String cell(String text, Ansi ansi) {
    String colour = WORDS.get(text.strip());
    return colour == null ? text : painted(text, colour, ansi);
  }

  static String heading(String text, Ansi ansi) {
    return painted(text, BOLD, ansi);
  }

  public static String error(String text, Ansi ansi) {
    return painted(text, ERROR, ansi);
  }

  private static String painted(String text, String code, Ansi ansi) {
    return ansi.enabled() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
