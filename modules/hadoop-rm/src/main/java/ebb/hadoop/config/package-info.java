/** Checks and completes Hadoop's configuration, and reads the host lists that it names. */
@NullMarked
package ebb.hadoop.config;

import org.jspecify.annotations.NullMarked;
