/** How messages look on their way from one instance to another. */
@NullMarked
package ebb.app.wire;

import org.jspecify.annotations.NullMarked;
