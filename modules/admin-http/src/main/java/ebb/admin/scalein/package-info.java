/** {@code /scale-in}: hosts are chosen, and drained. */
@NullMarked
package ebb.admin.scalein;

import org.jspecify.annotations.NullMarked;
