package ebb.domain.refresh;

import ebb.domain.NodeState;
import java.time.Instant;

/**
 * A node that is out of service, or never entered it.
 *
 * @param since when it left service, or when it became untracked if that was later
 * @param hasServed whether it was observed to leave service at that time, so that an earlier
 *     registration is over
 */
public record IdleNode(NodeState state, Instant since, boolean hasServed) {}
