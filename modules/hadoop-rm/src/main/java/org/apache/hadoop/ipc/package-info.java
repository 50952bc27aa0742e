/** Access to members of Hadoop's RPC server that only its own package has. */
@NullMarked
package org.apache.hadoop.ipc;

import org.jspecify.annotations.NullMarked;
