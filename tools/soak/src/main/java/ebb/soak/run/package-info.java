/** Carries out a schedule with real processes, and records what happens. */
@NullMarked
package ebb.soak.run;

import org.jspecify.annotations.NullMarked;
