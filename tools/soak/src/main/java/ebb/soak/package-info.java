/** Random operators, nodes and faults against real instances, and a checker that judges. */
@NullMarked
package ebb.soak;

import org.jspecify.annotations.NullMarked;
