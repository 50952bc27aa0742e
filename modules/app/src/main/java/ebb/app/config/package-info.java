/** The conf and data folders of an instance and the settings read from them. */
@NullMarked
package ebb.app.config;

import org.jspecify.annotations.NullMarked;
