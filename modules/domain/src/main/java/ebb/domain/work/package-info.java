/** What still runs on a node. */
@NullMarked
package ebb.domain.work;

import org.jspecify.annotations.NullMarked;
