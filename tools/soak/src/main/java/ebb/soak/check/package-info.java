/** Judges a run by its journal and by what those outside were told. Pure. */
@NullMarked
package ebb.soak.check;

import org.jspecify.annotations.NullMarked;
