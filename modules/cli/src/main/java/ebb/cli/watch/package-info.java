/** Shows an operation until all of its nodes are done. */
@NullMarked
package ebb.cli.watch;

import org.jspecify.annotations.NullMarked;
