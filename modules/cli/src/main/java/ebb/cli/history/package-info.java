/** Prints the content of the journal, as returned by the ResourceManager or read offline. */
@NullMarked
package ebb.cli.history;

import org.jspecify.annotations.NullMarked;
