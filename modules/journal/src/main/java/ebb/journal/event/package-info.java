/** The format of an event in the journal: manifests, JSON and positions. */
@NullMarked
package ebb.journal.event;

import org.jspecify.annotations.NullMarked;
