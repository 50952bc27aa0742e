package ebb.nodeslist;

/** What can be said to the cluster singleton, from any instance. */
public sealed interface LeaderCommand permits NodesListCommand, NodeTableCommand {}
