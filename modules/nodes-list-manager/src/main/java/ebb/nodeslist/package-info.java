/** The lists in force, the refreshes that follow from them, and the leader's view of the nodes. */
@NullMarked
package ebb.nodeslist;

import org.jspecify.annotations.NullMarked;
