/** Faults of networks and clocks, for processes of this machine. */
@NullMarked
package ebb.soak.fault;

import org.jspecify.annotations.NullMarked;
