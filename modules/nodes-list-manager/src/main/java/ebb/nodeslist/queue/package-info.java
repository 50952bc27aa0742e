/** Begins the drains of queued hosts. */
@NullMarked
package ebb.nodeslist.queue;

import org.jspecify.annotations.NullMarked;
