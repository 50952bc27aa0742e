/** Reads the files that a configuration names; depends on nothing but the JDK. */
@NullMarked
package ebb.files;

import org.jspecify.annotations.NullMarked;
