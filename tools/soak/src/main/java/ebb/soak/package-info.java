/** Random operators, nodes and faults against real instances, and a check of the results. */
@NullMarked
package ebb.soak;

import org.jspecify.annotations.NullMarked;
