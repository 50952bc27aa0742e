/** The nodes that Hadoop's ResourceManager sees: views of the sharded RMNode actors. */
@NullMarked
package ebb.hadoop.node;

import org.jspecify.annotations.NullMarked;
