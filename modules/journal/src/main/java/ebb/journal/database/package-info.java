/** PostgreSQL and SQLite: connections, transactions, schema, files and their locks. */
@NullMarked
package ebb.journal.database;

import org.jspecify.annotations.NullMarked;
