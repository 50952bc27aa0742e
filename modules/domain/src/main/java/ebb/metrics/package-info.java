/** The metrics of a process, in the text format of Prometheus. */
@NullMarked
package ebb.metrics;

import org.jspecify.annotations.NullMarked;
