package ebb.soak.plan;

/** What is done at one time of a run. */
public sealed interface Action permits Fault, FleetAction, Order {}
