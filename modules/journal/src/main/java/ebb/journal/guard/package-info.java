/** Rejects writes of a superseded instance, and a journal that has lost acknowledged writes. */
@NullMarked
package ebb.journal.guard;

import org.jspecify.annotations.NullMarked;
