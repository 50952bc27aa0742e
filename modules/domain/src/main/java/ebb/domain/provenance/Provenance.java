package ebb.domain.provenance;

import java.time.Instant;
import java.util.Optional;

/**
 * The origin of a journaled event. Every event contains it, so that an auditor needs nothing else.
 *
 * @param at wall-clock time at the instance that wrote the event
 * @param instance name of that instance
 * @param actor who requested it; for a drain that its deadline ended, who set that deadline
 * @param origin how the request arrived
 * @param peer who sent the request over the network; for a drain that ended because nothing was
 *     left to wait for, the NodeManager that reported this. Empty for what the system does by
 *     itself
 * @param reason free text of the user
 * @param operationId the admin operation that it belongs to
 * @param listVersion the newest refresh known to the writer; 0 before the first
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
