/** The scenarios, and the drains that they go through. */
@NullMarked
package ebb.bench.scenario;

import org.jspecify.annotations.NullMarked;
