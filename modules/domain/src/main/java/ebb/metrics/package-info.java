/** What a process counts, in the text format of Prometheus. */
@NullMarked
package ebb.metrics;

import org.jspecify.annotations.NullMarked;
