/** The instances of the cluster: how they are, and how one leaves. */
@NullMarked
package ebb.admin.instances;

import org.jspecify.annotations.NullMarked;
