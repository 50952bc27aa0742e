/** A ResourceManager in its own process, stock or Ebb, and the clients that load it. */
@NullMarked
package ebb.bench.rm;

import org.jspecify.annotations.NullMarked;
