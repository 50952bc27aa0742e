/** What views of nodes show in addition to their states, and what runs on the nodes. */
@NullMarked
package ebb.nodeslist.observed;

import org.jspecify.annotations.NullMarked;
