/** Hadoop's ResourceManager with Ebb's node lifecycle. */
@NullMarked
package ebb.hadoop;

import org.jspecify.annotations.NullMarked;
