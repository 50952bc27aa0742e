package ebb.bench.failover;

/**
 * What all rounds have in common.
 *
 * @param nodes of the simulated fleet when the leader is lost or hands over
 * @param many nodes where a large cluster is meant
 * @param containers on each node
 * @param connections that the fleet shares, to each instance
 * @param outstanding heartbeats under way in a closed loop
 * @param heapMegabytes of each instance
 * @param warmHeartbeats how many are answered in a closed loop before anything is measured
 * @param measureSeconds how long heartbeats are measured
 * @param drains how often everything is drained in one process under the same conditions; of the
 *     later half the median counts
 */
record FailoverSettings(
    int nodes,
    int many,
    int containers,
    int connections,
    int outstanding,
    int heapMegabytes,
    int warmHeartbeats,
    int measureSeconds,
    int drains) {}
