package ebb.domain.provenance;

import java.time.Instant;
import java.util.Optional;

/** Who did it and when, where a test does not care who. */
public final class Stamps {
  public static final Instant T0 = Instant.parse("2026-03-01T12:00:00Z");
  public static final Initiator ADMIN =
      new Initiator(
          "alice", Origin.HTTP, Optional.empty(), Optional.of("rack move"), Optional.of("op-1"));

  private Stamps() {}

  /** By a writer that knows of no refresh. */
  public static Provenance at(Instant time) {
    return at(time, 0);
  }

  public static Provenance at(Instant time, long listVersion) {
    return ADMIN.stamp(time, "rm1", listVersion);
  }
}
