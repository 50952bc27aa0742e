package ebb.node;

import ebb.domain.DrainStatus;
import ebb.domain.work.Workload;
import java.util.Optional;

/**
 * The progress of a drain. Soft state.
 *
 * @param workload empty until one is reported to the current leader
 */
public record DrainProgress(DrainStatus status, Optional<Workload> workload) {}
