package ebb.soak.run;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.soak.check.Call.Outcome;
import java.util.Optional;

/**
 * A response of the admin API.
 *
 * @param etag of what was read; empty if the response has none
 */
record Answer(int status, Optional<String> etag, JsonNode body) {
  boolean isDone() {
    return status == 200 || status == 202;
  }

  /** A request that failed in the server may still be carried out. */
  Outcome outcome() {
    if (isDone()) {
      return Outcome.DONE;
    }
    return status < 500 ? Outcome.REFUSED : Outcome.UNKNOWN;
  }

  Optional<String> operationId() {
    return Optional.ofNullable(body.path("operationId").textValue());
  }

  /** The status, with the problem's code if there is one. */
  String words() {
    return status + " " + body.path("code").asText("");
  }
}
