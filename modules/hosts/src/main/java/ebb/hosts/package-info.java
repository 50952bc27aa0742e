/** The host files that an administrator writes: how they are read, and how one is edited. */
@NullMarked
package ebb.hosts;

import org.jspecify.annotations.NullMarked;
