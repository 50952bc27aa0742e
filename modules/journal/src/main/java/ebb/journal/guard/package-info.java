/** Refuses writes of a superseded instance, and a journal that has forgotten events. */
@NullMarked
package ebb.journal.guard;

import org.jspecify.annotations.NullMarked;
