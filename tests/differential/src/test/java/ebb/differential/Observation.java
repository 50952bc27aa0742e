package ebb.differential;

import java.io.Serializable;
import java.util.SortedMap;

/**
 * What can be seen of a cluster after a step.
 *
 * @param cluster what concerns no single node: the answer to a refresh, ClusterMetrics
 * @param nodes by node id, each with its fields
 */
public record Observation(
    SortedMap<String, String> cluster, SortedMap<String, SortedMap<String, String>> nodes)
    implements Serializable {}
