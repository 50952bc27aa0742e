package ebb.domain.queue;

import ebb.domain.DrainTimeout;
import java.util.Optional;

/**
 * A host that waits to be excluded.
 *
 * @param host name or address, as the exclude list will contain it
 * @param timeout of its drain; empty for the configured one
 */
public record QueuedHost(String host, Optional<DrainTimeout> timeout) {}
