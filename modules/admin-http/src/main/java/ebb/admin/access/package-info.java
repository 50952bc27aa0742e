/** Who may ask for what: users, roles, Kerberos and TLS. */
@NullMarked
package ebb.admin.access;

import org.jspecify.annotations.NullMarked;
