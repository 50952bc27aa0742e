/** The actor that watches one drain of one node. */
@NullMarked
package ebb.watcher;

import org.jspecify.annotations.NullMarked;
