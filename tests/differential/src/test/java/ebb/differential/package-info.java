/** Runs the same random scripts on stock Hadoop and Ebb, and compares what is visible of them. */
@NullMarked
package ebb.differential;

import org.jspecify.annotations.NullMarked;
