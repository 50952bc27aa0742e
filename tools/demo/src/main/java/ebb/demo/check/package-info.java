/**
 * What a journal must not say, whatever was killed while it was written. Pure: asks neither clock
 * nor database.
 */
@NullMarked
package ebb.demo.check;

import org.jspecify.annotations.NullMarked;
