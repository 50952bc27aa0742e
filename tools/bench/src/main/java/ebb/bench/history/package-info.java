/** How fast a running ResourceManager answers questions about the past of a long journal. */
@NullMarked
package ebb.bench.history;

import org.jspecify.annotations.NullMarked;
