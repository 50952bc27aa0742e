/** The database: events, leader term, history. */
@NullMarked
package ebb.journal;

import org.jspecify.annotations.NullMarked;
