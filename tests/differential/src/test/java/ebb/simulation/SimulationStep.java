package ebb.simulation;

import ebb.domain.DrainTimeout;
import ebb.domain.TimeoutChange;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.RefreshType;
import java.util.Optional;

/** A step of the script, besides what the world does by itself. */
sealed interface SimulationStep {

  /** Milliseconds since the start. */
  long at();

  // ---- operators ----

  /**
   * A refresh request.
   *
   * @param request its number
   * @param keyed whether it can be repeated
   * @param dry whether it is a dry run
   * @param written into the files before it
   * @param of for FORCEFUL: only the drains of the newest operation that a caller knows
   * @param keepTimeouts of drains that run already
   * @param asks whether to require confirmation
   */
  record Refresh(
      long at,
      int request,
      RefreshType type,
      Optional<DrainTimeout> timeout,
      boolean keyed,
      boolean dry,
      boolean of,
      boolean keepTimeouts,
      boolean asks,
      Optional<HostLists> written)
      implements SimulationStep {}

  /** Repeats an earlier keyed request, whatever its outcome; the newest is 0. */
  record Repeat(long at, int back) implements SimulationStep {}

  /**
   * The leader is told to edit the exclude file.
   *
   * @param excludes whether to add the host, or remove it
   * @param stale whether the edit is for another version of the file
   * @param refresh requested after the edit
   */
  record Edit(
      long at,
      String host,
      Optional<DrainTimeout> timeout,
      boolean excludes,
      boolean stale,
      boolean asks,
      Refresh refresh)
      implements SimulationStep {}

  /**
   * All hosts are to drain, a few at a time.
   *
   * @param keepMb memory that stays in service; 0 for none
   * @param byRack whether one rack drains after another
   */
  record QueueAll(
      long at, int request, int limit, long keepMb, boolean byRack, Optional<DrainTimeout> timeout)
      implements SimulationStep {}

  /** Another timeout for the drain of a host, if it has one. */
  record Retime(long at, int request, int host, TimeoutChange change) implements SimulationStep {}

  // ---- NodeManagers ----

  enum Deed {
    DIE,
    /** With its containers. */
    RESTART,
    /** Without containers. */
    START_EMPTY,
    OTHER_PORT,
    UNREGISTER,
    FALL_ILL,
    RECOVER,
    /** A heartbeat without an answer is repeated. */
    LOSE_ANSWER
  }

  record Machine(long at, int host, Deed deed) implements SimulationStep {}

  /** It sends no heartbeat for this long, and then continues. */
  record Silence(long at, int host, long millis) implements SimulationStep {}

  // ---- faults ----

  /**
   * The process is killed.
   *
   * @param tasks that it still runs after that time
   * @param down until it is restarted
   */
  record Crash(long at, int tasks, long down) implements SimulationStep {}

  /**
   * Another instance leads, and this one does not notice for this long: leader and nodes of both
   * write to the same journal.
   */
  record Supersede(long at, long millis) implements SimulationStep {}

  /** The actor of a host's node ends, as with its instance, and starts again where it is needed. */
  record LoseNode(long at, int host) implements SimulationStep {}

  enum Fault {
    JOURNAL_DOWN,
    JOURNAL_SLOW,
    NETWORK_BAD,
    LISTS_UNREADABLE
  }

  record InjectFault(long at, Fault fault, long millis) implements SimulationStep {}
}
