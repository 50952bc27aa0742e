/** Limits on Hadoop's RPC servers: who may send, how much, and on how many connections. */
@NullMarked
package ebb.hadoop.rpc;

import org.jspecify.annotations.NullMarked;
