package ebb.bench.rm;

import ebb.simulator.Applications;
import java.util.Map;

/** How much room the nodes have, and how containers get there. */
public enum Fit {
  /** What users have: nodes with room to spare, and Hadoop's own settings of the scheduler. */
  ROOMY {
    @Override
    public int virtualCores(int containers) {
      return CORES;
    }

    @Override
    public int megabytes(int containers) {
      return CORES * Applications.megabytes();
    }

    @Override
    Map<String, String> scheduler() {
      return Map.of();
    }
  },

  /** Nodes that are full, and containers that are placed when a node beats. */
  EXACT {
    @Override
    public int virtualCores(int containers) {
      return containers;
    }

    @Override
    public int megabytes(int containers) {
      return containers * Applications.megabytes();
    }

    @Override
    Map<String, String> scheduler() {
      return RmFolder.WHEN_A_NODE_BEATS;
    }
  };

  private static final int CORES = 64;

  /**
   * Of a node.
   *
   * @param containers that it is going to have
   */
  public abstract int virtualCores(int containers);

  /** As {@link #virtualCores}. */
  public abstract int megabytes(int containers);

  /** Settings of the capacity scheduler. */
  abstract Map<String, String> scheduler();
}
