package ebb.differential.script;

import java.util.OptionalInt;

/**
 * Something that happens to a cluster. A step that a side cannot do, for example because its
 * NodeManager is down, does nothing there.
 */
public sealed interface Step {

  /** What a starting NodeManager still knows of its former process. */
  enum Memory {
    NOTHING,
    APPLICATIONS,
    CONTAINERS
  }

  /** What happens on a NodeManager before it sends a heartbeat. */
  enum Work {
    NONE,
    /** It starts what the scheduler has placed there. */
    START_PLACED,
    /** It starts a container that the scheduler has not placed. */
    START_STRAY,
    /** It starts a container of an unknown application. */
    START_UNKNOWN,
    COMPLETE_ONE,
    COMPLETE_ALL,
    /** A container disappears and is not reported again. */
    FORGET_ONE
  }

  /** The result of the health script. */
  enum Health {
    AS_BEFORE,
    SICK,
    WELL
  }

  /** How the response id of a heartbeat is wrong. */
  enum Mistake {
    /** The last heartbeat again, because its answer was lost. */
    DUPLICATE,
    BEHIND,
    AHEAD
  }

  /** A NodeManager process starts, or restarts. */
  record Start(
      int node, Memory memory, int httpPort, int gigabytes, boolean healthy, String version)
      implements Step {}

  /** A heartbeat, and the second until the next one. */
  record Beat(int node, Work work, Health health, boolean keepAlive) implements Step {}

  /** All NodeManagers send a heartbeat within one second. */
  record BeatAll(Work work) implements Step {}

  record WrongBeat(int node, Mistake mistake) implements Step {}

  /** The NodeManager process is killed. */
  record Die(int node) implements Step {}

  record Unregister(int node) implements Step {}

  /** The scheduler places a container, if the node is in service and has room. */
  record Place(int node, int application, boolean master, int number) implements Step {}

  /** The scheduler kills the first of its containers on the node. */
  record Kill(int node) implements Step {}

  /** The application master has been told which containers have ended. */
  record Pull(int application) implements Step {}

  record EndApplication(int application) implements Step {}

  /** AdminService.updateNodeResource. */
  record Resize(int node, int gigabytes, int overcommitTimeout) implements Step {}

  /** An administrator requests a thread dump of the first container. */
  record Signal(int node) implements Step {}

  /** The administrator changes the files, without a refresh. */
  record Write(Lists lists) implements Step {}

  record Refresh(Type type, OptionalInt timeoutSeconds) implements Step {
    /** Of a refresh. */
    public enum Type {
      NORMAL,
      GRACEFUL,
      FORCEFUL
    }
  }

  record Pass(int millis) implements Step {}
}
