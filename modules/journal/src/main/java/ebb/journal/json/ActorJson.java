package ebb.journal.json;

import ebb.domain.provenance.Provenance;
import org.jspecify.annotations.Nullable;

/**
 * Who requested something, or which part of the system did it, and why.
 *
 * @param at UTC
 * @param operationId the operation that it belongs to; null without one
 */
public record ActorJson(
    String at,
    String actor,
    String origin,
    @Nullable PeerJson peer,
    @Nullable String reason,
    @Nullable String operationId) {

  public static ActorJson of(Provenance by) {
    return new ActorJson(
        by.at().toString(),
        by.actor(),
        by.origin().name(),
        PeerJson.of(by.peer()),
        by.reason().orElse(null),
        by.operationId().orElse(null));
  }
}
