/** The actions of a run, planned from a seed before anything starts. Pure. */
@NullMarked
package ebb.soak.plan;

import org.jspecify.annotations.NullMarked;
