package ebb.bench.failover;

/**
 * The settings of all rounds.
 *
 * @param nodes in the fleet when the leader is lost or hands over
 * @param many nodes in the scenarios of a large cluster
 * @param containers on each node
 * @param connections that the fleet shares, to each instance
 * @param outstanding heartbeats in flight in a closed loop
 * @param heapMegabytes of each instance
 * @param warmHeartbeats how many heartbeats warm the JVM before anything is measured
 * @param measureSeconds how long heartbeats are measured
 * @param drains how often all nodes drain in one process under the same conditions; the median of
 *     the later half is reported
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
