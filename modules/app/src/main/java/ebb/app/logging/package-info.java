/** Keeps text from outside within its line of the log. */
@NullMarked
package ebb.app.logging;

import org.jspecify.annotations.NullMarked;
