/** Drains that wait for their turn. */
@NullMarked
package ebb.domain.queue;

import org.jspecify.annotations.NullMarked;
