package ebb.admin;

/**
 * Whether this instance can serve.
 *
 * @param reason what is missing, in one line; of a ready instance, what it is ready for
 */
public record Readiness(boolean ready, String reason) {}
