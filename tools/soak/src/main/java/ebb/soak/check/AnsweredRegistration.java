package ebb.soak.check;

import java.time.Instant;

/**
 * A NodeManager was told that it is registered.
 *
 * @param host its own, by whatever port
 * @param sent when it asked for that
 * @param answered when it heard so
 */
public record AnsweredRegistration(String host, Instant sent, Instant answered) {}
