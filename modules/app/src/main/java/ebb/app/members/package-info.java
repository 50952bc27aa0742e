/** The instances of the cluster by name, and the planned end of one of them. */
@NullMarked
package ebb.app.members;

import org.jspecify.annotations.NullMarked;
