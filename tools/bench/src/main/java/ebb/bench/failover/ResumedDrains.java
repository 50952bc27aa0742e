package ebb.bench.failover;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Drains that were on the lost instance and go on elsewhere, by the logs of those that are left: a
 * node writes a line when its actor runs again and its deadline is watched.
 */
final class ResumedDrains {
  private static final Pattern LINE =
      Pattern.compile("^(\\S+) .* nodeId=\\S+ epoch=\\d+ DECOMMISSIONING goes on ");

  private ResumedDrains() {}

  /**
   * When the last of them went on, or nothing if no line tells of one.
   *
   * @param since lines of earlier moments are of other moves
   */
  static Optional<OffsetDateTime> last(List<Path> logs, OffsetDateTime since) throws IOException {
    Optional<OffsetDateTime> last = Optional.empty();
    for (Path log : logs) {
      try (Stream<String> lines = Files.lines(log)) {
        last =
            Stream.concat(
                    last.stream(),
                    lines
                        .map(LINE::matcher)
                        .filter(Matcher::find)
                        .map(found -> OffsetDateTime.parse(found.group(1)))
                        .filter(at -> !at.isBefore(since)))
                .max(Comparator.naturalOrder());
      }
    }
    return last;
  }
}
