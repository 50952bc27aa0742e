package ebb.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;

/**
 * How much of an operation is done, as seen since the watch began. A draining node counts for the
 * part of its containers that have ended, relative to the largest number seen.
 */
public final class Progress {
  private final Map<String, Integer> most = new HashMap<>();

  /** The part that is done, from 0 to 1. */
  public double of(OperationView operation) {
    if (operation.total() == 0) {
      return 1;
    }
    double done = operation.ended();
    for (JsonNode each : operation.decisions()) {
      if (OperationView.isDraining(each) && each.hasNonNull("containers")) {
        int left = each.path("containers").asInt();
        int first = most.merge(each.path("nodeId").asText(), left, Math::max);
        done += first == 0 ? 0 : 1 - (double) left / first;
      }
    }
    return done / operation.total();
  }
}
