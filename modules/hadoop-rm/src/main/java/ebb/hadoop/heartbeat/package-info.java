/** What a NodeManager reports in a heartbeat, checked, and what it is told in return. */
@NullMarked
package ebb.hadoop.heartbeat;

import org.jspecify.annotations.NullMarked;
