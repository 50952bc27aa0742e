package ebb.journal.replay;

import ebb.domain.NodeLifecycle;
import ebb.journal.event.JournaledEvent;

/** One step in a node's life: the event, and the states that it led from and to. */
public record NodeStep(JournaledEvent.OfNode event, NodeLifecycle before, NodeLifecycle after) {}
