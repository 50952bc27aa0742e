/** The lists in force: who follows them, what they warn of, and what replaces lost ones. */
@NullMarked
package ebb.nodeslist.lists;

import org.jspecify.annotations.NullMarked;
