package ebb.domain.text;

/**
 * Makes text from outside safe to show to people: in a log line, on a terminal, in a summary. A
 * character that moves the cursor, ends the line, changes the direction of writing or is invisible
 * is replaced by its code in braces, as <code>&#92;u{202e}</code>. Therefore no text can pass for
 * another text or for a separate line. Programs get the text unchanged, in JSON.
 */
public final class VisibleText {
  private VisibleText() {}

  /** The text itself if there is nothing to replace. */
  public static String of(String text) {
    int first = firstHidden(text);
    if (first == text.length()) {
      return text;
    }
    StringBuilder shown = new StringBuilder(text.length() + 16).append(text, 0, first);
    int character;
    for (int i = first; i < text.length(); i += Character.charCount(character)) {
      character = text.codePointAt(i);
      if (isHidden(character)) {
        shown.append("\\u{").append(Integer.toHexString(character)).append('}');
      } else {
        shown.appendCodePoint(character);
      }
    }
    return shown.toString();
  }

  private static int firstHidden(String text) {
    int i = 0;
    while (i < text.length()) {
      int character = text.codePointAt(i);
      if (isHidden(character)) {
        return i;
      }
      i += Character.charCount(character);
    }
    return i;
  }

  /** Whether a code point is invisible, or is displayed as something other than a character. */
  public static boolean isHidden(int codePoint) {
    if (codePoint >= ' ' && codePoint <= '~') {
      return false;
    }
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          true;
      default -> false;
    };
  }
}
