/** Carries a schedule out with real processes, and notes what happens. */
@NullMarked
package ebb.soak.run;

import org.jspecify.annotations.NullMarked;
