/**
 * Checks what a journal must never show, whatever was killed while it was written. Pure: no clock,
 * no database.
 */
@NullMarked
package ebb.demo.check;

import org.jspecify.annotations.NullMarked;
