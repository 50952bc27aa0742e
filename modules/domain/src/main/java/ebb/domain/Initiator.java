package ebb.domain;

import java.time.Instant;
import java.util.Optional;

/**
 * Who wants something, and why; travels with a command and becomes part of its events.
 *
 * @param actor the name of the user, or of the part of the system, that asked
 * @param reason free text of the user
 * @param operationId the refresh or other admin operation that this belongs to
 */
public record Initiator(
    String actor, Origin origin, Optional<String> reason, Optional<String> operationId) {

  /** A part of the system, without reason or operation. */
  public static Initiator system(String actor, Origin origin) {
    return new Initiator(actor, origin, Optional.empty(), Optional.empty());
  }

  /**
   * @param listVersion the refresh that is in force for what happens
   * @param instance the instance that writes the event
   */
  public Provenance stamp(Instant at, String instance, long listVersion) {
    return new Provenance(at, instance, actor, origin, reason, operationId, listVersion);
  }
}
