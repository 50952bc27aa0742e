/** What a NodeManager reports in a heartbeat, after validation, and the response to it. */
@NullMarked
package ebb.hadoop.heartbeat;

import org.jspecify.annotations.NullMarked;
