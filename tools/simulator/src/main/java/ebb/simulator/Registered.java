package ebb.simulator;

import java.time.Instant;

/** A registration that was accepted: when it was sent, and when it was answered. */
public record Registered(Instant sent, Instant answered) {}
