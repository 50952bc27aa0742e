/** Prints what the journal holds, as the ResourceManager tells it or as it is read offline. */
@NullMarked
package ebb.cli.history;

import org.jspecify.annotations.NullMarked;
