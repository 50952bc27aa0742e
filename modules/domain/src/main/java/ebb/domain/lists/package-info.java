/** Turns the include and exclude lists into one decision per node. Pure Java, as the rest. */
@NullMarked
package ebb.domain.lists;

import org.jspecify.annotations.NullMarked;
