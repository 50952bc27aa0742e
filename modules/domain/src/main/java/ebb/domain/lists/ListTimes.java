package ebb.domain.lists;

import java.time.Instant;
import java.util.Optional;

/**
 * When the content of each list arrived at the place where it was read, by the journal's clock.
 *
 * @param includes empty if unknown, or if no such list is configured
 * @param excludes as above
 */
public record ListTimes(Optional<Instant> includes, Optional<Instant> excludes) {
  public static final ListTimes UNKNOWN = new ListTimes(Optional.empty(), Optional.empty());
}
