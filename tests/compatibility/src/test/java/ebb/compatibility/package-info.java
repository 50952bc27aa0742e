/** Ebb beside programs that others have released, each unmodified and as a process of its own. */
@NullMarked
package ebb.compatibility;

import org.jspecify.annotations.NullMarked;
