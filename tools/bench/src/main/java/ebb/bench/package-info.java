/** Stock YARN's ResourceManager and Ebb, measured side by side. */
@NullMarked
package ebb.bench;

import org.jspecify.annotations.NullMarked;
