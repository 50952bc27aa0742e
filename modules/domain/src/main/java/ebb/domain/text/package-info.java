/** Texts from outside, and how values read. */
@NullMarked
package ebb.domain.text;

import org.jspecify.annotations.NullMarked;
