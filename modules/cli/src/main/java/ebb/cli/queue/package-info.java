/** Drains whose hosts wait for their turn. */
@NullMarked
package ebb.cli.queue;

import org.jspecify.annotations.NullMarked;
