/** Texts from outside, how values read, and how many lines a peer may cause. */
@NullMarked
package ebb.domain.text;

import org.jspecify.annotations.NullMarked;
