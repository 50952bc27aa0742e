/** What a run measured, compared with its targets and written as text and JSON. */
@NullMarked
package ebb.bench.report;

import org.jspecify.annotations.NullMarked;
