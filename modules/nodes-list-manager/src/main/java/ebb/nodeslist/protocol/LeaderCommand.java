package ebb.nodeslist.protocol;

/** A message to the cluster singleton, from any instance. */
public sealed interface LeaderCommand permits NodesListCommand, NodeTableCommand {}
