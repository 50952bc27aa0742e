/** The admin API over HTTP. */
@NullMarked
package ebb.admin;

import org.jspecify.annotations.NullMarked;
