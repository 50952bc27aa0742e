package ebb.nodeslist.observed;

/**
 * What Hadoop's scheduler has placed on a node, whether it drains or not.
 *
 * @param containers allocated or running, including application masters
 * @param applicationMasters how many of them are application masters; when one ends, its
 *     application begins another attempt
 */
public record RunningContainers(int containers, int applicationMasters) {}
