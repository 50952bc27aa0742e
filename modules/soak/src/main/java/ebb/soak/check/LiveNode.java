package ebb.soak.check;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an instance says of a node.
 *
 * @param epoch of its drain; empty if it does not drain
 * @param deadline empty if it does not drain, or without limit
 */
public record LiveNode(String state, OptionalLong epoch, Optional<Instant> deadline) {}
