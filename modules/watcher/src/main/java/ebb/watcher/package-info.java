/** The actor that watches one drain of one node: its deadline, and when to check it again. */
@NullMarked
package ebb.watcher;

import org.jspecify.annotations.NullMarked;
