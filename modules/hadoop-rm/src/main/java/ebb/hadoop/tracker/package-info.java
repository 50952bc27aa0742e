/** The port on which NodeManagers register, send heartbeats and unregister. */
@NullMarked
package ebb.hadoop.tracker;

import org.jspecify.annotations.NullMarked;
