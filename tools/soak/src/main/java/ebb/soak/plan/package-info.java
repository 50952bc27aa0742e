/** What a run does, worked out of a seed before anything is started. Pure. */
@NullMarked
package ebb.soak.plan;

import org.jspecify.annotations.NullMarked;
