package ebb.domain.lists;

/**
 * The two names under which lists may mention a node. Entries of the lists are never resolved, and
 * all comparisons are exact, as in YARN.
 *
 * @param host the name that the NodeManager reports
 * @param ip what the host resolved to when the node last registered; the host itself if it did not
 *     resolve
 */
public record NodeAddress(String host, String ip) {}
