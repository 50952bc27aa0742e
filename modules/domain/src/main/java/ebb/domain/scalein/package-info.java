/** The choice of the hosts that leave when a cluster shrinks. */
@NullMarked
package ebb.domain.scalein;

import org.jspecify.annotations.NullMarked;
