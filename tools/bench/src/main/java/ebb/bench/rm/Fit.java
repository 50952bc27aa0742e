package ebb.bench.rm;

import ebb.simulator.Applications;
import java.util.Map;

/** How much room the nodes have, and how containers are placed on them. */
public enum Fit {
  /** Nodes with room to spare, and Hadoop's default scheduler settings, as users have them. */
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

  /** Nodes that the containers fill, and containers allocated on heartbeats. */
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
   * The size of a node.
   *
   * @param containers that it will run
   */
  public abstract int virtualCores(int containers);

  /** As {@link #virtualCores}, in megabytes of memory. */
  public abstract int megabytes(int containers);

  /** Settings of the capacity scheduler. */
  abstract Map<String, String> scheduler();
}
