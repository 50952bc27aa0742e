package ebb.domain.lists;

import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeState;

/**
 * What a refresh does with one node, and why.
 *
 * @param verdict the lists' rule that led to it
 * @param before the state that the planner saw
 */
public record NodeDecision(
    NodeId nodeId, NodeAction action, HostAdmission verdict, NodeState before) {}
