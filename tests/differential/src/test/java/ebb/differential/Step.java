package ebb.differential;

import java.util.OptionalInt;

/**
 * One thing that happens to a cluster. A step that a side cannot do, because its NodeManager is
 * dead for example, does nothing there.
 */
public sealed interface Step {

  /** What a NodeManager that starts still knows of its former life. */
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
    /** It starts a container of an application that nobody knows. */
    START_UNKNOWN,
    COMPLETE_ONE,
    COMPLETE_ALL,
    /** A container is gone and is not spoken of again. */
    FORGET_ONE
  }

  /** What the health script says. */
  enum Health {
    AS_BEFORE,
    SICK,
    WELL
  }

  /** How the response id of a heartbeat is wrong. */
  enum Mistake {
    /** The last heartbeat once more: the answer was lost. */
    DUPLICATE,
    BEHIND,
    AHEAD
  }

  /** A NodeManager process starts, or starts again. */
  record Start(
      int node, Memory memory, int httpPort, int gigabytes, boolean healthy, String version)
      implements Step {}

  /** A heartbeat, and the second until the next one. */
  record Beat(int node, Work work, Health health, boolean keepAlive) implements Step {}

  /** All NodeManagers send a heartbeat within one second. */
  record BeatAll(Work work) implements Step {}

  record WrongBeat(int node, Mistake mistake) implements Step {}

  /** The NodeManager process dies without a word. */
  record Die(int node) implements Step {}

  record Unregister(int node) implements Step {}

  /** The scheduler places a container, if the node is serving and has room. */
  record Place(int node, int application, boolean master, int number) implements Step {}

  /** The scheduler kills the first of its containers on the node. */
  record Kill(int node) implements Step {}

  /** The application master has heard which containers have ended. */
  record Pull(int application) implements Step {}

  record EndApplication(int application) implements Step {}

  /** AdminService.updateNodeResource. */
  record Resize(int node, int gigabytes, int overcommitTimeout) implements Step {}

  /** An administrator asks for a thread dump of the first container. */
  record Signal(int node) implements Step {}

  /** The administrator changes the files; nobody is told. */
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
