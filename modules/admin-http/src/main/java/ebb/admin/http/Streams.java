package ebb.admin.http;

import java.time.Duration;

/** Limits of streamed answers. */
public final class Streams {
  /**
   * The longest time of a stream. A client that wants more connects again, and is authenticated
   * again.
   */
  public static final Duration LONGEST = Duration.ofHours(1);

  private Streams() {}
}
