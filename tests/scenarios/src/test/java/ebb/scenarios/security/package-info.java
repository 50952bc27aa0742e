/** Passwords, certificates, Kerberos, and what other users can read. */
@NullMarked
package ebb.scenarios.security;

import org.jspecify.annotations.NullMarked;
