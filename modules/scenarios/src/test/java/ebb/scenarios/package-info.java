/** Clusters of real processes on a real database, in which something is killed. */
@NullMarked
package ebb.scenarios;

import org.jspecify.annotations.NullMarked;
