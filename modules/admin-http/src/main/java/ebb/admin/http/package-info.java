/** HTTP and JSON: requests, problems, pages and limits. */
@NullMarked
package ebb.admin.http;

import org.jspecify.annotations.NullMarked;
