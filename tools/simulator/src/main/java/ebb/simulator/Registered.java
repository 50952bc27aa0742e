package ebb.simulator;

import java.time.Instant;

/** An accepted registration: when it was sent, and when it was answered. */
public record Registered(Instant sent, Instant answered) {}
