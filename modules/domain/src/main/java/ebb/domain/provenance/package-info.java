/** Who requested a change, from where, and how they authenticated. */
@NullMarked
package ebb.domain.provenance;

import org.jspecify.annotations.NullMarked;
