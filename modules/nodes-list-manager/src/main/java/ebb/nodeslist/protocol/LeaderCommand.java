package ebb.nodeslist.protocol;

/** A message to the cluster singleton: from any instance, or from itself. */
public sealed interface LeaderCommand
    permits NodesListCommand, NodeTableCommand, DrainQueueCommand, ManagerMessage {}
