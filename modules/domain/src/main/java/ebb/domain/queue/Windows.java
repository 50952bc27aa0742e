package ebb.domain.queue;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Named times that repeat, in which queued hosts may begin. */
public interface Windows {
  Windows NONE =
      new Windows() {
        @Override
        public List<String> names() {
          return List.of();
        }

        @Override
        public boolean isOpen(String name, Instant at) {
          return false;
        }

        @Override
        public Optional<Instant> opensAfter(String name, Instant at) {
          return Optional.empty();
        }
      };

  /** Of all windows, sorted. */
  List<String> names();

  /** False if there is no such window. */
  boolean isOpen(String name, Instant at);

  /** When it opens next, later than this; empty for never, or if there is no such window. */
  Optional<Instant> opensAfter(String name, Instant at);

  /** For people: why there is no such window; empty if there is one. */
  default Optional<String> unknown(String name) {
    if (names().contains(name)) {
      return Optional.empty();
    }
    String known = names().isEmpty() ? "none" : String.join(", ", names());
    return Optional.of("ebb.windows has no window %s; it has %s".formatted(name, known));
  }

  /** For people: why no host may begin now; empty if the window is open. */
  default Optional<String> closed(String name, Instant now) {
    if (isOpen(name, now)) {
      return Optional.empty();
    }
    return unknown(name)
        .or(() -> opensAfter(name, now).map(next -> "%s opens at %s".formatted(name, next)))
        .or(() -> Optional.of(name + " does not open any more"));
  }

  /** Whether it is open at some time in between. */
  default boolean opensBetween(String name, Instant from, Optional<Instant> until) {
    return isOpen(name, from)
        || opensAfter(name, from)
            .filter(next -> until.map(next::isBefore).orElse(true))
            .isPresent();
  }
}
