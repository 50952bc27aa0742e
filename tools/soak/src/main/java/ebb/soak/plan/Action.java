package ebb.soak.plan;

/** Something that happens at one time of a run. */
public sealed interface Action permits Fault, FleetAction, Order {}
