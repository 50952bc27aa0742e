/** The command's terminal: width, colors, tables and exit codes. */
@NullMarked
package ebb.cli.terminal;

import org.jspecify.annotations.NullMarked;
