/** Messages of the NodesListManager: to it, its answers, and those to itself. */
@NullMarked
package ebb.nodeslist.protocol;

import org.jspecify.annotations.NullMarked;
