/** A small cluster on one machine, to try Ebb. */
@NullMarked
package ebb.demo;

import org.jspecify.annotations.NullMarked;
