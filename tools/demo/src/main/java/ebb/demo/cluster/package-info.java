/**
 * A YARN cluster of real processes on loopback addresses of this machine, in one temporary folder.
 */
@NullMarked
package ebb.demo.cluster;

import org.jspecify.annotations.NullMarked;
