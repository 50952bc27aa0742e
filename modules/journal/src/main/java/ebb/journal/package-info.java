/** The journal's database: events, leader term and history. */
@NullMarked
package ebb.journal;

import org.jspecify.annotations.NullMarked;
