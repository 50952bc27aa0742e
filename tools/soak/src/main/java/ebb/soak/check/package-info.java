/** Checks a run by its journal and by what callers and nodes were told. Pure. */
@NullMarked
package ebb.soak.check;

import org.jspecify.annotations.NullMarked;
