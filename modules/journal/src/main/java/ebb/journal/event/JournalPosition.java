package ebb.journal.event;

/**
 * The position of an event in the journal.
 *
 * @param ordering its position among all events; increases, with gaps
 * @param persistenceId the actor that wrote the event, for a node {@code RMNode|host:port}
 * @param sequenceNumber its position among that actor's events, from 1 and without gaps; the
 *     revision that a node publishes
 */
public record JournalPosition(long ordering, String persistenceId, long sequenceNumber) {}
