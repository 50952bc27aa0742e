/** Start and wiring of one instance. */
@NullMarked
package ebb.app;

import org.jspecify.annotations.NullMarked;
