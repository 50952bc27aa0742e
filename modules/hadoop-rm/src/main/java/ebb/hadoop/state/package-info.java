/** Hadoop's applications, attempts, tokens and keys in the journal's database. */
@org.jspecify.annotations.NullMarked
package ebb.hadoop.state;
