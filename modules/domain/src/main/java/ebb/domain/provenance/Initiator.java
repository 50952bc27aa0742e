package ebb.domain.provenance;

import java.time.Instant;
import java.util.Optional;

/**
 * Who requests something, and why. It is sent with a command and becomes part of its events.
 *
 * @param actor the name of the user, or of the part of the system, that made the request
 * @param peer who sent the request; every protocol provides one
 * @param reason free text of the user
 * @param operationId the refresh or other admin operation that this belongs to
 */
public record Initiator(
    String actor,
    Origin origin,
    Optional<Peer> peer,
    Optional<String> reason,
    Optional<String> operationId) {

  /** A part of the system, without peer, reason or operation. */
  public static Initiator system(String actor, Origin origin) {
    return new Initiator(actor, origin, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** The same initiator, as part of an operation. */
  public Initiator of(String operation) {
    return new Initiator(actor, origin, peer, reason, Optional.of(operation));
  }

  /**
   * @param listVersion the refresh in force when the event occurs
   * @param instance the instance that writes the event
   */
  public Provenance stamp(Instant at, String instance, long listVersion) {
    return new Provenance(at, instance, actor, origin, peer, reason, operationId, listVersion);
  }

  /** The actor as log lines name it: {@code alice from 10.0.0.7}. */
  public String text() {
    return actor + peer.map(from -> " " + from.text(actor)).orElse("");
  }
}
