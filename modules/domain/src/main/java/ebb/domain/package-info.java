/**
 * The rules of one node's lifecycle. Pure Java: no Akka, no Hadoop, no clock, no logger, no I/O,
 * here and in the packages below.
 */
@NullMarked
package ebb.domain;

import org.jspecify.annotations.NullMarked;
