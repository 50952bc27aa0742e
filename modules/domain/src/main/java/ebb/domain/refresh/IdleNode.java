package ebb.domain.refresh;

import ebb.domain.NodeState;
import java.time.Instant;

/**
 * A node that is out of service, or never entered it.
 *
 * @param since when it left service, or when it became untracked if that was later
 * @param hasServed whether it was seen to leave service then, so that a registration from before is
 *     over
 */
public record IdleNode(NodeState state, Instant since, boolean hasServed) {}
