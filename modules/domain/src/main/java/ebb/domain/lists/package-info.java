/** The lists in force, the operations, and the events from which both are built. */
@NullMarked
package ebb.domain.lists;

import org.jspecify.annotations.NullMarked;
