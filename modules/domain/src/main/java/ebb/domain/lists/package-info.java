/** The lists in force, the operations, and the events that they follow from. */
@NullMarked
package ebb.domain.lists;

import org.jspecify.annotations.NullMarked;
