/** Measures stock YARN's ResourceManager and Ebb side by side. */
@NullMarked
package ebb.bench;

import org.jspecify.annotations.NullMarked;
