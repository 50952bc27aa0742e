/** A ResourceManager in a process of its own, stock or Ebb, and the clients that load it. */
@NullMarked
package ebb.bench.rm;

import org.jspecify.annotations.NullMarked;
