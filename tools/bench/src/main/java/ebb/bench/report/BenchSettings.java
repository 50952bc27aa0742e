package ebb.bench.report;

import ebb.bench.rm.Fit;

/**
 * What is the same for both candidates.
 *
 * @param nodes of the simulated fleet
 * @param fit how much room they have
 * @param containers on each node
 * @param connections that the fleet shares
 * @param outstanding heartbeats under way in a closed loop
 * @param heapMegabytes of each ResourceManager
 * @param warmHeartbeats how many are answered in a closed loop before anything is measured
 * @param measureSeconds how long heartbeats are measured
 * @param drains how often everything is drained in one process; the first is reported by itself
 * @param ends how often all drains end in one process; the first is reported by itself
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
