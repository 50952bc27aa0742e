/** Instances or the database fail, and others continue. */
@NullMarked
package ebb.scenarios.failover;

import org.jspecify.annotations.NullMarked;
