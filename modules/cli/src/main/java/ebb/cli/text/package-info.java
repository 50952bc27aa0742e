/** Nodes, times and states in words. */
@NullMarked
package ebb.cli.text;

import org.jspecify.annotations.NullMarked;
