/** Feeds the events of the journal to many followers, from any position, in the journal's order. */
@NullMarked
package ebb.journal.feed;

import org.jspecify.annotations.NullMarked;
