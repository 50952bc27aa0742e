/** The instances of the cluster: their states, and how one leaves. */
@NullMarked
package ebb.admin.instances;

import org.jspecify.annotations.NullMarked;
