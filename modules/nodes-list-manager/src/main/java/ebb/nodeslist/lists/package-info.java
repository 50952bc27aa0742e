/** The lists in force: their subscribers, their warnings, and the substitutes for lost lists. */
@NullMarked
package ebb.nodeslist.lists;

import org.jspecify.annotations.NullMarked;
