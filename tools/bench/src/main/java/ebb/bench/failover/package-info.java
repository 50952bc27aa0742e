/**
 * What a cluster of three instances does when its leader is lost, and what it costs in normal
 * operation.
 */
@NullMarked
package ebb.bench.failover;

import org.jspecify.annotations.NullMarked;
