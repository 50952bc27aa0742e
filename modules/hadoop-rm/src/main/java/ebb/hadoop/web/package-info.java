/** Lists of nodes over Hadoop's client RPC and REST API. */
@NullMarked
package ebb.hadoop.web;

import org.jspecify.annotations.NullMarked;
