package ebb.domain.lists;

/**
 * The idempotency key of a request: the request is carried out once even if it is sent again.
 *
 * @param key the caller's choice
 * @param fingerprint equal for equal requests
 */
public record RequestKey(String key, String fingerprint) {}
