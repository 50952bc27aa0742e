package ebb.cli.client;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** Carries one request to one address, once. */
interface Transport {
  Duration CONNECT_LIMIT = Duration.ofSeconds(5);

  /** Longer than the API takes to report that the leader does not answer. */
  Duration ANSWER_LIMIT = Duration.ofSeconds(60);

  /**
   * @throws NotSentException if the request has certainly not arrived
   * @throws IOException if it is not known whether it has
   */
  AdminReply send(URI base, AdminRequest request) throws IOException;

  /** The request was not received. */
  final class NotSentException extends IOException {
    private static final long serialVersionUID = 1L;

    NotSentException(IOException cause) {
      super(reason(cause), cause);
    }
  }

  /** Why, in a few words. A refused connection may carry no message of its own. */
  static String reason(IOException failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank() ? "connection refused" : message;
  }
}
