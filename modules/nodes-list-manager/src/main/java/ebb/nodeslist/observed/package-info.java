/** What the views of the nodes add to their states, and what runs on them. */
@NullMarked
package ebb.nodeslist.observed;

import org.jspecify.annotations.NullMarked;
