/** The JSON form of the journal's data: the same over HTTP and without a ResourceManager. */
@NullMarked
package ebb.journal.json;

import org.jspecify.annotations.NullMarked;
