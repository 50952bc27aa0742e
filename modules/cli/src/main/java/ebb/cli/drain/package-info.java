/** Commands that take hosts out of service, and return them to it. */
@NullMarked
package ebb.cli.drain;

import org.jspecify.annotations.NullMarked;
