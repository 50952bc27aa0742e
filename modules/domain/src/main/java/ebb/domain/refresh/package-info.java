/** What a refresh decides about each node, and the rules of its operation. */
@NullMarked
package ebb.domain.refresh;

import org.jspecify.annotations.NullMarked;
