/** Messages to the NodesListManager, its answers, and its messages to itself. */
@NullMarked
package ebb.nodeslist.protocol;

import org.jspecify.annotations.NullMarked;
