package ebb.soak.plan;

import java.time.Duration;

/** What is done to the machines and networks, and undone after a while. */
public sealed interface Fault extends Action {
  /** From the beginning to the end, after which everything works again. */
  Duration lasts();

  /** SIGKILL; started again after that time. */
  record Kill(Target target, Duration lasts) implements Fault {}

  /** SIGTERM; started again after that time. */
  record Stop(Target target, Duration lasts) implements Fault {}

  /** SIGSTOP, then SIGCONT. */
  record Pause(Target target, Duration lasts) implements Fault {}

  /** The other instances and this one hear nothing of each other. */
  record Isolate(Target target, Duration lasts) implements Fault {}

  /** The instance's wall clock is wrong by that much. */
  record WrongClock(Target target, Duration offset, Duration lasts) implements Fault {}

  /** PostgreSQL is stopped, which ends every connection, and started again. */
  record StopDatabase(Duration lasts) implements Fault {}

  /** All connections to PostgreSQL are ended; new ones may be opened at once. */
  record KillBackends() implements Fault {
    @Override
    public Duration lasts() {
      return Duration.ZERO;
    }
  }

  /** What is sent to and by PostgreSQL takes this much longer each way. */
  record SlowDatabase(Duration delay, Duration lasts) implements Fault {}

  /** Nothing reaches PostgreSQL or comes back; connections stay open. */
  record CutDatabase(Duration lasts) implements Fault {}
}
