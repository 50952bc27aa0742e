/** A running instance: its start, its role and its end. */
@NullMarked
package ebb.app.instance;

import org.jspecify.annotations.NullMarked;
