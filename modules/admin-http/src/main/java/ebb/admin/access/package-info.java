/** Access control: users, roles, Kerberos and TLS. */
@NullMarked
package ebb.admin.access;

import org.jspecify.annotations.NullMarked;
