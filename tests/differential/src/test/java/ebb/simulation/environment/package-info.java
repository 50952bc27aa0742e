/** Chance, time, threads and files of a simulated cluster. */
@NullMarked
package ebb.simulation.environment;

import org.jspecify.annotations.NullMarked;
