/** The results of a run, compared with their targets and written as text and JSON. */
@NullMarked
package ebb.bench.report;

import org.jspecify.annotations.NullMarked;
