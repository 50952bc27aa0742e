/** Stock Hadoop's side of a comparison, in this process or another. */
@NullMarked
package ebb.differential.stock;

import org.jspecify.annotations.NullMarked;
