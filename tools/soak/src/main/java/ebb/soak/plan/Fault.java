package ebb.soak.plan;

import java.time.Duration;
import java.util.List;

/** A fault of a machine, a process or a network, which is undone after some time. */
public sealed interface Fault extends Action {
  /** The duration, after which everything works again. */
  Duration lasts();

  /** SIGKILL; started again after this time. */
  record Kill(Target target, Duration lasts) implements Fault {}

  /** SIGTERM; started again after this time. */
  record Stop(Target target, Duration lasts) implements Fault {}

  /** SIGSTOP, then SIGCONT. */
  record Pause(Target target, Duration lasts) implements Fault {}

  /**
   * Stops each instance with {@code leave} and starts it again, one after the other, the leader
   * last. As an operator would, continues when the previous one is ready, and stops if an instance
   * may not leave.
   */
  record RollingRestart() implements Fault {
    @Override
    public Duration lasts() {
      return Duration.ZERO;
    }
  }

  /** Every write of the instance to a file fails, as on a broken disk. */
  record FailWrites(Target target, Duration lasts) implements Fault {}

  /** The instance can open no file and no connection, and accepts none. */
  record ExhaustDescriptors(Target target, Duration lasts) implements Fault {}

  /** Almost no heap is left, so that the instance is almost always collecting garbage. */
  record FillHeap(Target target, Duration lasts) implements Fault {}

  /** A network partition between the other instances and this one. */
  record Isolate(Target target, Way way, Duration lasts) implements Fault {}

  /**
   * The instance's wall clock is wrong.
   *
   * @param offsets successive errors, each for the same share of the time
   */
  record WrongClock(Target target, List<Duration> offsets, Duration lasts) implements Fault {
    public WrongClock {
      offsets = List.copyOf(offsets);
    }
  }

  /** PostgreSQL stops, which ends every connection, and starts again. */
  record StopDatabase(Duration lasts) implements Fault {}

  /** All connections to PostgreSQL end; new ones may be opened at once. */
  record KillBackends() implements Fault {
    @Override
    public Duration lasts() {
      return Duration.ZERO;
    }
  }

  /** Each direction of the connections to PostgreSQL is slower by this delay. */
  record SlowDatabase(Duration delay, Duration lasts) implements Fault {}

  /**
   * A network partition between PostgreSQL, whose way it is, and all instances; connections stay
   * open.
   */
  record CutDatabase(Way way, Duration lasts) implements Fault {}

  /**
   * A network partition between PostgreSQL, whose way it is, and this instance alone; connections
   * stay open.
   */
  record CutFromDatabase(Target target, Way way, Duration lasts) implements Fault {}

  /** The disk of the journal, that of PostgreSQL or of the only instance, is full. */
  record FillDisk(Duration lasts) implements Fault {}

  /**
   * The disk of the journal fails and becomes read-only. To mount it again, PostgreSQL, or the only
   * instance, is killed and started again.
   */
  record FailDisk(Duration lasts) implements Fault {}
}
