/** The client of the admin API: transports, credentials and errors. */
@NullMarked
package ebb.cli.client;

import org.jspecify.annotations.NullMarked;
