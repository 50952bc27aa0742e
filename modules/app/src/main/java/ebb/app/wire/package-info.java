/** The serialized form of messages between instances. */
@NullMarked
package ebb.app.wire;

import org.jspecify.annotations.NullMarked;
