package ebb.soak.run;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.soak.check.Call.Outcome;
import java.util.Optional;

/** What the admin API said. */
record Answer(int status, JsonNode body) {
  boolean isDone() {
    return status == 200 || status == 202;
  }

  /** A server that could not do it may still do it. */
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
