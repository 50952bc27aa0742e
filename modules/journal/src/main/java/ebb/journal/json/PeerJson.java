package ebb.journal.json;

import ebb.domain.provenance.Peer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who sent a request, as the API shows it.
 *
 * @param verified false if any sender could have claimed the same
 */
public record PeerJson(String address, String user, String method, boolean verified) {

  /** Null if there was no sender. */
  public static @Nullable PeerJson of(Optional<Peer> peer) {
    return peer.map(
            from ->
                new PeerJson(
                    from.address(), from.user(), from.method().name(), from.method().isVerified()))
        .orElse(null);
  }
}
