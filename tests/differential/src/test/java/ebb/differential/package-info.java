/**
 * Drives stock Hadoop and Ebb with the same random scripts and compares what can be seen of them.
 */
@NullMarked
package ebb.differential;

import org.jspecify.annotations.NullMarked;
