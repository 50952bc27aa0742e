package ebb.nodeslist;

/**
 * What can be said to the cluster singleton, from any instance; it passes each message on to the
 * part that it is for.
 */
public sealed interface LeaderCommand permits NodesListCommand, DirectoryCommand, LeaderMessage {}
