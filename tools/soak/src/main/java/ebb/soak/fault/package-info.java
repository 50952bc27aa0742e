/** Faults of processes, networks, disks and clocks on this machine. */
@NullMarked
package ebb.soak.fault;

import org.jspecify.annotations.NullMarked;
