package ebb.soak.check;

import java.time.Instant;

/**
 * A registration that a NodeManager was told is accepted.
 *
 * @param host of the NodeManager, on any port
 * @param sent when it sent the request
 * @param answered when it got the answer
 */
public record AnsweredRegistration(String host, Instant sent, Instant answered) {}
