/** The wall clock of an instance: it follows the database's or the machine's, but not its jumps. */
@NullMarked
package ebb.journal.clock;

import org.jspecify.annotations.NullMarked;
