/** Clients of the HTTP APIs of Ebb and Hadoop, and views of their responses. */
@NullMarked
package ebb.demo.client;

import org.jspecify.annotations.NullMarked;
