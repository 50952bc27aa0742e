package ebb.node;

import ebb.domain.DrainStatus;
import ebb.domain.work.Workload;
import java.util.Optional;

/**
 * How far a drain is; soft state.
 *
 * @param workload empty while nobody has reported it to the present leader
 */
public record DrainProgress(DrainStatus status, Optional<Workload> workload) {}
