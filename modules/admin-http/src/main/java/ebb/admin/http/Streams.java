package ebb.admin.http;

import java.time.Duration;

/** Answers that go on. */
public final class Streams {
  /** Whoever wants more asks again, and shows then that he still may. */
  public static final Duration LONGEST = Duration.ofHours(1);

  private Streams() {}
}
