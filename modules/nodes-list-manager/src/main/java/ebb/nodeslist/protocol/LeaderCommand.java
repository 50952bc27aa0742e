package ebb.nodeslist.protocol;

/** What can be said to the cluster singleton, from any instance. */
public sealed interface LeaderCommand permits NodesListCommand, NodeTableCommand {}
