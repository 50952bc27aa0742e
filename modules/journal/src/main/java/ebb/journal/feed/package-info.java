/** Tells many followers what the journal gets, from any place on, in its order. */
@NullMarked
package ebb.journal.feed;

import org.jspecify.annotations.NullMarked;
