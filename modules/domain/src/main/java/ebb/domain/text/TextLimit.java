package ebb.domain.text;

import java.util.Optional;

/**
 * Limits the length of a text from outside. It is checked where the text comes in, because later
 * the text becomes part of a key in the journal, or of a write or message whose other content would
 * fail with it.
 */
public enum TextLimit {
  /** RFC 1035, 2.3.4: 255 octets, including a length before each label and before the root. */
  HOST_NAME("host name", 253),
  /** If an instance is a pod, its name is a DNS name, too. */
  INSTANCE_NAME("name of an instance", 253),
  /** Enough for the subject of a certificate. */
  USER_NAME("user name", 1_000),
  /** Text that a user writes; it is part of one log line. */
  LINE("text", 1_000),
  /**
   * The whole path. YARN has no limit; at three bytes per character it fits into a FencedStore key.
   */
  QUEUE_NAME("queue name", 800);

  private static final int QUOTED = 40;

  private final String kind;
  private final int longest;

  TextLimit(String kind, int longest) {
    this.kind = kind;
    this.longest = longest;
  }

  /** How many characters are allowed, as Java counts them. */
  public int longest() {
    return longest;
  }

  /**
   * What is wrong with a text: it is empty or too long, or contains a character that databases or
   * JSON cannot hold. The message quotes the beginning of the text.
   */
  public Optional<String> problemOf(String text) {
    if (text.isEmpty() || text.length() > longest) {
      return Optional.of(
          quote(text) + " has " + text.length() + " characters; allowed are 1 to " + longest);
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == 0 || isHalf(text, i)) {
        return Optional.of(
            "%s has the character U+%04X, which is not allowed"
                .formatted(quote(text), (int) text.charAt(i)));
      }
    }
    return Optional.empty();
  }

  /**
   * @throws IllegalArgumentException with a one-line message, if there is a {@link #problemOf
   *     problem}
   */
  public void require(String text) {
    problemOf(text)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(kind + " " + problem);
            });
  }

  /** The beginning of a text in quotes, for messages; accepts any text. */
  public static String quote(String text) {
    return "'" + start(text) + "'";
  }

  /** Like {@link #quote}, but nothing in the text can close the quotes. */
  public static String quoteName(String name) {
    return '"' + start(name).replace('"', '\'') + '"';
  }

  /** Like {@link #quote}, but without quotes, for a column of its own. */
  public static String start(String text) {
    return VisibleText.of(cut(text, QUOTED)) + (text.length() > QUOTED ? "..." : "");
  }

  /** The first characters; a surrogate pair is not split. */
  public static String cut(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    boolean parts = Character.isHighSurrogate(text.charAt(longest - 1));
    return text.substring(0, parts ? longest - 1 : longest);
  }

  /** Whether the other half of a surrogate pair is missing. */
  private static boolean isHalf(String text, int index) {
    char character = text.charAt(index);
    if (Character.isHighSurrogate(character)) {
      return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
    }
    return Character.isLowSurrogate(character)
        && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
  }
}
