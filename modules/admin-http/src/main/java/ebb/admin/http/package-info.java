/** HTTP and JSON with no knowledge of nodes: requests, problems, pages and limits. */
@NullMarked
package ebb.admin.http;

import org.jspecify.annotations.NullMarked;
