package ebb.bench.report;

import ebb.bench.rm.Fit;

/**
 * The settings of both candidates.
 *
 * @param nodes in the simulated fleet
 * @param fit how much room the nodes have
 * @param containers on each node
 * @param connections that the fleet shares
 * @param outstanding heartbeats in flight in a closed loop
 * @param heapMegabytes of each ResourceManager
 * @param warmHeartbeats how many heartbeats warm the JVM before anything is measured
 * @param measureSeconds how long heartbeats are measured
 * @param drains how often all nodes drain in one process; the first drain is reported separately
 * @param ends how often all drains end in one process; the first time is reported separately
 */
public record BenchSettings(
    int nodes,
    Fit fit,
    int containers,
    int connections,
    int outstanding,
    int heapMegabytes,
    int warmHeartbeats,
    int measureSeconds,
    int drains,
    int ends) {

  public BenchSettings withNodes(int others) {
    return new BenchSettings(
        others,
        fit,
        containers,
        connections,
        outstanding,
        heapMegabytes,
        warmHeartbeats,
        measureSeconds,
        drains,
        ends);
  }
}
