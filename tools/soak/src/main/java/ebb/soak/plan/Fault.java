package ebb.soak.plan;

import java.time.Duration;
import java.util.List;

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

  /**
   * Each instance is told to leave and started again, one after the other, the leader last. As an
   * operator would, it goes on when the one before is ready, and stops if one may not leave.
   */
  record RollingRestart() implements Fault {
    @Override
    public Duration lasts() {
      return Duration.ZERO;
    }
  }

  /** Every write of the instance to a file fails, as on a broken disk. */
  record FailWrites(Target target, Duration lasts) implements Fault {}

  /** The instance opens no file and no connection, and takes none. */
  record ExhaustDescriptors(Target target, Duration lasts) implements Fault {}

  /** Next to no heap is left, so that the instance does little but collect garbage. */
  record FillHeap(Target target, Duration lasts) implements Fault {}

  /** Between the other instances and this one. */
  record Isolate(Target target, Way way, Duration lasts) implements Fault {}

  /**
   * The instance's wall clock is wrong by that much.
   *
   * @param offsets one after the other, each for the same time
   */
  record WrongClock(Target target, List<Duration> offsets, Duration lasts) implements Fault {
    public WrongClock {
      offsets = List.copyOf(offsets);
    }
  }

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

  /** Between PostgreSQL, whose way it is, and all instances; connections stay open. */
  record CutDatabase(Way way, Duration lasts) implements Fault {}

  /** Between PostgreSQL, whose way it is, and this instance alone; connections stay open. */
  record CutFromDatabase(Target target, Way way, Duration lasts) implements Fault {}

  /** The journal's disk, PostgreSQL's or the only instance's, has no room. */
  record FillDisk(Duration lasts) implements Fault {}

  /**
   * The journal's disk fails, and can only be read. In the end it is mounted anew, for which
   * PostgreSQL, or the only instance, is killed and started again.
   */
  record FailDisk(Duration lasts) implements Fault {}
}
