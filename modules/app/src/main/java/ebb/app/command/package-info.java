/** The commands of {@code ebb} that run or repair an instance on this host. */
@NullMarked
package ebb.app.command;

import org.jspecify.annotations.NullMarked;
