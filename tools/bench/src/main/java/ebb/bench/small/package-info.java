/** Parts of Ebb that run without a cluster, measured with JMH. */
@NullMarked
package ebb.bench.small;

import org.jspecify.annotations.NullMarked;
