/** Access to what Hadoop's RPC server keeps to its package. */
@NullMarked
package org.apache.hadoop.ipc;

import org.jspecify.annotations.NullMarked;
