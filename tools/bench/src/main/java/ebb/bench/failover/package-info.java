/** What a cluster of three instances does when its leader is lost, and what it costs otherwise. */
@NullMarked
package ebb.bench.failover;

import org.jspecify.annotations.NullMarked;
