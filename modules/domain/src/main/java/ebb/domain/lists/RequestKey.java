package ebb.domain.lists;

/**
 * The name that a caller gave to a request, so that it is carried out once although it is sent
 * again.
 *
 * @param key the caller's choice
 * @param fingerprint the same for the same request
 */
public record RequestKey(String key, String fingerprint) {}
