package ebb.admin;

import akka.http.javadsl.model.AttributeKey;
import akka.http.javadsl.model.HttpRequest;

/**
 * Who sent a request.
 *
 * @param name stands in the events that come of it
 */
record Caller(String name, Role role) {
  /** On a loopback address, as long as nobody has to say who he is. */
  static final Caller ANONYMOUS = new Caller("anonymous", Role.ADMIN);

  private static final AttributeKey<Caller> KEY = AttributeKey.create("caller", Caller.class);

  HttpRequest into(HttpRequest request) {
    return request.addAttribute(KEY, this);
  }

  /** Of a request that was let in. */
  static Caller of(HttpRequest request) {
    return request
        .getAttribute(KEY)
        .orElseThrow(() -> new IllegalStateException("nobody has looked who sent this request"));
  }
}
