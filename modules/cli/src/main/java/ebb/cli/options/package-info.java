/** Options that several commands share, and the question for confirmation. */
@NullMarked
package ebb.cli.options;

import org.jspecify.annotations.NullMarked;
