package ebb.domain.provenance;

import java.time.Instant;
import java.util.Optional;

/**
 * What every event in the journal says about itself, so that an auditor needs nothing else.
 *
 * @param at wall-clock time at the instance that wrote the event
 * @param instance name of that instance
 * @param actor who asked for it; of a drain that its deadline ended, whoever gave it that deadline
 * @param origin how it came in
 * @param peer who sent it over the network; of a drain that ended because nothing was left to wait
 *     for, the NodeManager that reported so. Empty for what the system does by itself
 * @param reason free text of the user
 * @param operationId the admin operation that it belongs to
 * @param listVersion the newest refresh that the writer knew of; 0 before the first
 */
public record Provenance(
    Instant at,
    String instance,
    String actor,
    Origin origin,
    Optional<Peer> peer,
    Optional<String> reason,
    Optional<String> operationId,
    long listVersion) {}
