package ebb.soak.check;

import ebb.demo.check.Acknowledged;
import java.time.Instant;
import java.util.Optional;

/**
 * A request of an operator, and what became of it as far as the operator knows.
 *
 * @param tag the reason that the request gave, by which the journal's events of it are found; a
 *     repeated request has the tag of the first
 * @param kind for figures: "drain", "retime"
 * @param completed when the answer came, or was given up
 * @param operationId of the answer, if it names one
 * @param words the answer, in short
 * @param timeout that a drain has by the answer, if it was about one
 */
public record Call(
    String tag,
    String kind,
    Instant invoked,
    Instant completed,
    Outcome outcome,
    Optional<String> operationId,
    String words,
    Optional<Acknowledged.Timeout> timeout) {

  /** Not about a drain's timeout. */
  public Call(
      String tag,
      String kind,
      Instant invoked,
      Instant completed,
      Outcome outcome,
      Optional<String> operationId,
      String words) {
    this(tag, kind, invoked, completed, outcome, operationId, words, Optional.empty());
  }

  /** What the operator may believe. */
  public enum Outcome {
    /** It was accepted. */
    DONE,
    /** It was not, and is not going to be. */
    REFUSED,
    /** It may have been, now or later. */
    UNKNOWN
  }
}
