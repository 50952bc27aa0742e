/** Reads the journal: history of a node, and the fleet at a past instant. */
@NullMarked
package ebb.journal.replay;

import org.jspecify.annotations.NullMarked;
