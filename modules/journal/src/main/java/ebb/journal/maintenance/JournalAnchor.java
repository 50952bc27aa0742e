package ebb.journal.maintenance;

import ebb.journal.database.EventHash;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A digest over the first events of a journal, to be kept elsewhere. A journal that has it still
 * has all of these events, unchanged and in this order. Its text form is {@code EVENTS:DIGEST}.
 *
 * @param events the number of these events
 */
public record JournalAnchor(long events, EventHash digest) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,18}):([0-9a-f]{64})");

  /**
   * @throws IllegalArgumentException if the text is no anchor
   */
  public static JournalAnchor parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "Expected an anchor, as in 1200:4f2a… with 64 hexadecimal digits, but got " + text);
    }
    return new JournalAnchor(Long.parseLong(form.group(1)), EventHash.parse(form.group(2)));
  }

  @Override
  public String toString() {
    return events + ":" + digest;
  }
}
