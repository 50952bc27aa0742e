/** The journal and its disk are damaged, full, moved or lost. */
@NullMarked
package ebb.scenarios.journal;

import org.jspecify.annotations.NullMarked;
