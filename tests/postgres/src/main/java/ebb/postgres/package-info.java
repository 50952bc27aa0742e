/** A real PostgreSQL server without an installation, for tests and the demo. */
@org.jspecify.annotations.NullMarked
package ebb.postgres;
