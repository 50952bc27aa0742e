/** Leases, instance locks and members in the database, and the leader's term. */
@NullMarked
package ebb.journal.lease;

import org.jspecify.annotations.NullMarked;
