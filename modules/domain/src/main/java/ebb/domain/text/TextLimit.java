package ebb.domain.text;

import java.util.Optional;

/**
 * How long a text from outside may be. It is checked where the text comes in: later it is part of a
 * key in the journal, or of a write or a message that it would spoil for all others in it.
 */
public enum TextLimit {
  /** RFC 1035, 2.3.4: 255 octets with a length before each label and before the root. */
  HOST_NAME("host name", 253),
  /** Where an instance is a pod, its name is a DNS name, too. */
  INSTANCE_NAME("name of an instance", 253),
  /** Enough for the subject of a certificate. */
  USER_NAME("user name", 1_000),
  /** What a user writes: in one line of the log. */
  LINE("text", 1_000),
  /** Its whole path. YARN has no limit; three bytes a character fit into a key of FencedStore. */
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
   * What is wrong with a text, which is quoted in short: it is empty or too long, or has a
   * character that databases or JSON cannot hold.
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
   * @throws IllegalArgumentException in one line, if there is a {@link #problemOf problem}
   */
  public void require(String text) {
    problemOf(text)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(kind + " " + problem);
            });
  }

  /** The beginning of a text, for messages; it may be any text. */
  public static String quote(String text) {
    return "'" + start(text) + "'";
  }

  /** As {@link #quote}, in quotes that nothing in the text ends. */
  public static String quoteName(String name) {
    return '"' + start(name).replace('"', '\'') + '"';
  }

  /** As {@link #quote}, for a column of its own. */
  public static String start(String text) {
    return VisibleText.of(cut(text, QUOTED)) + (text.length() > QUOTED ? "..." : "");
  }

  /** The first characters; two that are one only together are not parted. */
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
