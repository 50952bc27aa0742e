/** Reads the files that a configuration names. Depends only on the JDK. */
@NullMarked
package ebb.files;

import org.jspecify.annotations.NullMarked;
