/** Random scripts, and what was visible while one ran. */
@NullMarked
package ebb.differential.script;

import org.jspecify.annotations.NullMarked;
