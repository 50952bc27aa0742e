/** Ebb with programs of others, each unmodified and in its own process. */
@NullMarked
package ebb.compatibility;

import org.jspecify.annotations.NullMarked;
