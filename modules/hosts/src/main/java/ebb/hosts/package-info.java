/** Reads the host files that an administrator writes, and edits the exclude file. */
@NullMarked
package ebb.hosts;

import org.jspecify.annotations.NullMarked;
