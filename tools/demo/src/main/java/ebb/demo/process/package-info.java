/**
 * Processes of ours, started with a log file, awaited, and ended together with their descendants.
 */
@NullMarked
package ebb.demo.process;

import org.jspecify.annotations.NullMarked;
