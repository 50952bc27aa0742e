/** What is compared, and what explains a difference. */
@NullMarked
package ebb.differential.comparison;

import org.jspecify.annotations.NullMarked;
