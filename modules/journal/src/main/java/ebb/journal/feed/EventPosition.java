package ebb.journal.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import ebb.journal.event.JournaledEvent;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * A position in the journal from which a follower continues: after an event, or before all events.
 *
 * @param place the ordering of the event; 0 before all events
 * @param check a checksum of the event's identity, which detects that this ordering belongs to a
 *     different event, for example in another journal
 */
public record EventPosition(long place, long check) {
  public static final EventPosition START = new EventPosition(0, 0);

  private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,17})-([0-9a-f]{8})");

  static EventPosition behind(JournaledEvent event) {
    CRC32C sum = new CRC32C();
    sum.update(
        "%s %d %s"
            .formatted(
                event.position().persistenceId(),
                event.position().sequenceNumber(),
                event.by().at())
            .getBytes(UTF_8));
    return new EventPosition(event.position().ordering(), sum.getValue());
  }

  /** Empty if the text is not in the form of a position. */
  public static Optional<EventPosition> parse(String text) {
    if (text.equals(START.toString())) {
      return Optional.of(START);
    }
    Matcher parts = FORM.matcher(text);
    return parts.matches()
        ? Optional.of(
            new EventPosition(Long.parseLong(parts.group(1)), Long.parseLong(parts.group(2), 16)))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return place == 0 ? "0" : "%d-%08x".formatted(place, check);
  }
}
