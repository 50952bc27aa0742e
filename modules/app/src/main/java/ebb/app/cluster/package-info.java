/** How an instance finds, joins and leaves the Akka cluster, and who may connect. */
@NullMarked
package ebb.app.cluster;

import org.jspecify.annotations.NullMarked;
