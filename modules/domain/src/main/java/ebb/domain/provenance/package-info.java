/** Who asked for a change, from where, and how they proved who they are. */
@NullMarked
package ebb.domain.provenance;

import org.jspecify.annotations.NullMarked;
