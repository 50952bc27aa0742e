package ebb.nodeslist.observed;

/**
 * What Hadoop's scheduler has placed on a node, whether it drains or not.
 *
 * @param containers allocated or running, application masters among them
 * @param applicationMasters of those; where one ends, its application begins another attempt
 */
public record RunningContainers(int containers, int applicationMasters) {}
