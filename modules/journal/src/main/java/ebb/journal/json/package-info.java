/** What the journal tells, as programs get it: the same over HTTP and without a ResourceManager. */
@NullMarked
package ebb.journal.json;

import org.jspecify.annotations.NullMarked;
