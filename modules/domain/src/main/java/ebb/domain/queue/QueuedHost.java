package ebb.domain.queue;

import ebb.domain.DrainTimeout;
import java.util.Optional;

/**
 * A host that waits to be excluded.
 *
 * @param host name or address, as the exclude list will contain it
 * @param timeout of its drain; empty for the configured one
 * @param rack where the host was when it was queued; empty if that does not matter, or is not known
 */
public record QueuedHost(String host, Optional<DrainTimeout> timeout, Optional<String> rack) {

  /** On any rack. */
  public QueuedHost(String host, Optional<DrainTimeout> timeout) {
    this(host, timeout, Optional.empty());
  }

  QueuedHost in(Optional<String> known) {
    return new QueuedHost(host, timeout, known);
  }

  /** Of a host that is nowhere, no other one is on the rack. */
  boolean isBeside(QueuedHost other) {
    return rack.isPresent() ? rack.equals(other.rack) : host.equals(other.host);
  }
}
