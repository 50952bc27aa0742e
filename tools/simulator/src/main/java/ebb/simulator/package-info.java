/**
 * Simulated NodeManagers that speak Hadoop's RPC to a ResourceManager, and real applications whose
 * containers run on them.
 */
@NullMarked
package ebb.simulator;

import org.jspecify.annotations.NullMarked;
