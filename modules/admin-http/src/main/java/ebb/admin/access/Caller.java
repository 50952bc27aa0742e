package ebb.admin.access;

import akka.http.javadsl.model.AttributeKey;
import akka.http.javadsl.model.HttpRequest;
import ebb.domain.provenance.Peer;

/**
 * Who sent a request.
 *
 * @param name the actor in the events that result from the request
 * @param peer the sender's end of the connection, which those events record too
 */
public record Caller(String name, Role role, Peer peer) {
  private static final AttributeKey<Caller> KEY = AttributeKey.create("caller", Caller.class);

  /** Name and address as log lines have them: {@code anna from 10.0.0.7}. */
  public String text() {
    return name + " " + peer.text(name);
  }

  public HttpRequest into(HttpRequest request) {
    return request.addAttribute(KEY, this);
  }

  /** The caller of a request that has passed the {@link AccessFilter}. */
  public static Caller of(HttpRequest request) {
    return request
        .getAttribute(KEY)
        .orElseThrow(
            () -> new IllegalStateException("the caller of this request is not known yet"));
  }
}
