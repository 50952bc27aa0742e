/** The format of events in the journal: manifests, JSON and positions. */
@NullMarked
package ebb.journal.event;

import org.jspecify.annotations.NullMarked;
