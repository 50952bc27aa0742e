package ebb.soak.check;

import ebb.demo.check.Acknowledged;
import java.time.Instant;
import java.util.Optional;

/**
 * A request of an operator, and its outcome as far as the operator knows.
 *
 * @param tag identifies the request in the journal, by the reason that it gave; a repeated request
 *     has the tag of the first
 * @param kind for statistics: "drain", "retime"
 * @param completed when the answer came, or the request was abandoned
 * @param operationId of the answer, if it has one
 * @param words the answer, in short
 * @param timeout of a drain after this answer, if it was about one
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

  /** For a request that is not about a drain's timeout. */
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

  /** What the operator knows of the outcome. */
  public enum Outcome {
    /** The request was accepted. */
    DONE,
    /** The request was rejected, and will not be carried out later. */
    REFUSED,
    /** The request may have been accepted, or may still be. */
    UNKNOWN
  }
}
