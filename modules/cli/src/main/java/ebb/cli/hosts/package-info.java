/** Host arguments, the exclude file, and what runs on the hosts. */
@NullMarked
package ebb.cli.hosts;

import org.jspecify.annotations.NullMarked;
