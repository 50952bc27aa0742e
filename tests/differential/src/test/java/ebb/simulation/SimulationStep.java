package ebb.simulation;

import ebb.domain.DrainTimeout;
import ebb.domain.TimeoutChange;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.RefreshType;
import java.util.Optional;

/** Something that happens in a world at a time, whatever the world does by itself. */
sealed interface SimulationStep {

  /** Milliseconds since the beginning. */
  long at();

  // ---- operators ----

  /**
   * A request to refresh.
   *
   * @param request its number
   * @param keyed whether it can be sent again
   * @param dry whether only the plan is asked for
   * @param written into the files before it
   * @param of for FORCEFUL: only the drains of the newest operation that somebody was told of
   * @param keepTimeouts of drains that run already
   * @param asks whether to be refused if an operator is to confirm it
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

  /** An earlier keyed request once more, whatever became of it; the newest is 0. */
  record Repeat(long at, int back) implements SimulationStep {}

  /**
   * The leader is to edit the exclude file.
   *
   * @param excludes whether the host is to be in it, or not
   * @param stale whether it is meant for another file than there is
   * @param refresh asked for once it is edited
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

  /** Another timeout for the drain of a host, if it has one. */
  record Retime(long at, int request, int host, TimeoutChange change) implements SimulationStep {}

  // ---- NodeManagers ----

  enum Deed {
    DIE,
    /** With its containers. */
    RESTART,
    /** Without anything. */
    START_EMPTY,
    OTHER_PORT,
    UNREGISTER,
    FALL_ILL,
    RECOVER,
    /** A heartbeat whose answer it has not got is repeated. */
    LOSE_ANSWER
  }

  record Machine(long at, int host, Deed deed) implements SimulationStep {}

  /** It sends no heartbeat for so long, and goes on. */
  record Silence(long at, int host, long millis) implements SimulationStep {}

  // ---- faults ----

  /**
   * The process dies.
   *
   * @param tasks that it still does after that time
   * @param down until it is started again
   */
  record Crash(long at, int tasks, long down) implements SimulationStep {}

  /**
   * Another instance leads, and this one does not know it for so long: leader and nodes of both
   * write to the same journal.
   */
  record Supersede(long at, long millis) implements SimulationStep {}

  /** The actor of a host's node ends, as with its instance, and is started where it is needed. */
  record LoseNode(long at, int host) implements SimulationStep {}

  enum Fault {
    JOURNAL_DOWN,
    JOURNAL_SLOW,
    NETWORK_BAD,
    LISTS_UNREADABLE
  }

  record Trouble(long at, Fault fault, long millis) implements SimulationStep {}
}
