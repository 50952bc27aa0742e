/** Clusters of real processes on a real database, in which something is killed, cut off or slow. */
@NullMarked
package ebb.scenarios;

import org.jspecify.annotations.NullMarked;
