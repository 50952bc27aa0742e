/** Webhooks: the leader posts the events of the journal to other systems. */
@NullMarked
package ebb.admin.webhooks;

import org.jspecify.annotations.NullMarked;
