/** The JSON of the admin API. */
@NullMarked
package ebb.admin.json;

import org.jspecify.annotations.NullMarked;
