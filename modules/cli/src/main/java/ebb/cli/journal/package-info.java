/** Commands that read and write a journal's files, with no ResourceManager. */
@NullMarked
package ebb.cli.journal;

import org.jspecify.annotations.NullMarked;
