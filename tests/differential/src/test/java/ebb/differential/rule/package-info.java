/** The differences between stock Hadoop and Ebb that are allowed, one class each. */
@NullMarked
package ebb.differential.rule;

import org.jspecify.annotations.NullMarked;
