/** Sends what NodeManagers report to the RMNode actors, until it is acknowledged. */
@NullMarked
package ebb.hadoop.report;

import org.jspecify.annotations.NullMarked;
