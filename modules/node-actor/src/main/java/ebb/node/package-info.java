/** The persistent, sharded actor of one node: an imperative shell around the domain's rules. */
@NullMarked
package ebb.node;

import org.jspecify.annotations.NullMarked;
