/** The routes of the admin API, and the ports through which they reach the cluster. */
@NullMarked
package ebb.admin.routes;

import org.jspecify.annotations.NullMarked;
