/** The clock of a shared journal: the database's time, which never goes back. */
@NullMarked
package ebb.journal.clock;

import org.jspecify.annotations.NullMarked;
