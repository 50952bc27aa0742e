/** Backup, check and copy of a journal. */
@NullMarked
package ebb.journal.maintenance;

import org.jspecify.annotations.NullMarked;
