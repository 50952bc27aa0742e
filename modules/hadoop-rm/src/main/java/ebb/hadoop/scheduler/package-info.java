/** Keeps Hadoop's scheduler and its metrics in step with the nodes' states and sizes. */
@NullMarked
package ebb.hadoop.scheduler;

import org.jspecify.annotations.NullMarked;
