/**
 * Processes of ours: started with a log file, waited for, and ended together with their children.
 */
@NullMarked
package ebb.demo.process;

import org.jspecify.annotations.NullMarked;
