/** When a running drain will end, according to earlier drains. */
@NullMarked
package ebb.domain.forecast;

import org.jspecify.annotations.NullMarked;
