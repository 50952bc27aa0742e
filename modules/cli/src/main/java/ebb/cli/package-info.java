/** The ebb command. */
@NullMarked
package ebb.cli;

import org.jspecify.annotations.NullMarked;
