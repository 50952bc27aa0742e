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
 * Drains that ran on the lost instance and resumed on another, read from the logs of the survivors.
 * A node logs a line when its actor runs again and its deadline is armed.
 */
final class ResumedDrains {
  private static final Pattern LINE =
      Pattern.compile("^(\\S+) .* nodeId=\\S+ epoch=\\d+ DECOMMISSIONING continues ");

  private ResumedDrains() {}

  /**
   * When the last of them resumed, or empty if no line reports one.
   *
   * @param since earlier lines belong to other moves
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
