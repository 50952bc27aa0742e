/** Limits and safe display of text from outside, the format of values, and limits on log lines. */
@NullMarked
package ebb.domain.text;

import org.jspecify.annotations.NullMarked;
