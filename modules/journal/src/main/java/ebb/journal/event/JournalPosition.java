package ebb.journal.event;

/**
 * A row of the journal.
 *
 * @param ordering place among all events; grows, with gaps
 * @param persistenceId of the actor that wrote it, for a node {@code RMNode|host:port}
 * @param sequenceNumber place among that actor's events, from 1 and without gaps; the revision that
 *     a node publishes
 */
public record JournalPosition(long ordering, String persistenceId, long sequenceNumber) {}
