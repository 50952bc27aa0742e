package ebb.journal.guard;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The newest acknowledged write to a journal.
 *
 * @param journal identity of the journal
 * @param writer a persistence id, or the leader of a term
 * @param number the writer's sequence number, or the number of the leader's commit; 0 if nothing
 *     was written yet
 * @param at when it was written, with millisecond precision
 */
public record Watermark(String journal, String writer, long number, Instant at) {
  private static final int FIELDS = 6;
  private static final String LEADER = "the leader of term ";

  /** Marks the end, because a writer's name may end with what looks like padding. */
  private static final String END = " end";

  /** The watermark before the first write. */
  static Watermark ofNothing(String journal) {
    return new Watermark(journal, "nobody", 0, Instant.EPOCH);
  }

  static Watermark ofLeader(String journal, long term, long commits, Instant at) {
    return new Watermark(journal, LEADER + term, commits, at);
  }

  /** The term in a watermark that was made by {@link #ofLeader}. */
  long leaderTerm() {
    return Long.parseLong(writer.substring(LEADER.length()));
  }

  /**
   * The watermark as one line, without a line separator.
   *
   * @param place the number of this watermark among all that were written to its file
   */
  String line(long place) {
    String content = "%d %s %d %s %s".formatted(place, journal, number, at, escaped(writer));
    return checksum(content) + " " + content + END;
  }

  /** A watermark and its number in its file. */
  record Placed(long place, Watermark mark) {}

  /** Empty if the text is not a complete {@link #line}. */
  static Optional<Placed> parse(String line) {
    String whole = line.strip();
    String[] fields = whole.replaceFirst(END + "$", "").split(" ", FIELDS);
    if (fields.length != FIELDS
        || !whole.endsWith(END)
        || !checksum(whole.substring(fields[0].length() + 1, whole.length() - END.length()))
            .equals(fields[0])) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Placed(
              Long.parseLong(fields[1]),
              new Watermark(
                  fields[2],
                  unescaped(fields[5]),
                  Long.parseLong(fields[3]),
                  Instant.parse(fields[4]))));
    } catch (NumberFormatException | DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** Keeps the text on one line, whatever characters a host name has. */
  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }

  private static String unescaped(String text) {
    return text.translateEscapes();
  }

  private static String checksum(String content) {
    CRC32 crc = new CRC32();
    crc.update(content.getBytes(UTF_8));
    return String.format(Locale.ROOT, "%08x", crc.getValue());
  }

  /** For people: what was acknowledged, and when. */
  public String text() {
    return "write "
        + number
        + " of "
        + writer
        + (at.equals(Instant.EPOCH) ? "" : ", acknowledged at " + at);
  }
}
