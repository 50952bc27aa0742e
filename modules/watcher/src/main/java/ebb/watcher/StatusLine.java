package ebb.watcher;

import ebb.domain.Drain;
import ebb.domain.DrainStatus;
import ebb.domain.NodeId;
import ebb.domain.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;

/** One draining node in one line of the log, as key=value pairs. */
record StatusLine(
    NodeId nodeId, Drain drain, DrainStatus status, Optional<Workload> workload, Instant now) {
  /** A node may have served hundreds of applications; the count is always complete. */
  private static final int NAMED_APPLICATIONS = 10;

  @Override
  public String toString() {
    return "nodeId="
        + nodeId
        + " epoch="
        + drain.epoch()
        + " status="
        + status
        + " containers="
        + workload.map(known -> Integer.toString(known.containers())).orElse("unknown")
        + " applications="
        + workload.map(known -> applications(known.applications())).orElse("unknown")
        + " secondsLeft="
        + drain.deadline().map(this::secondsUntil).orElse("infinite")
        + " secondsSinceStart="
        + secondsBetween(drain.startedAt(), now)
        + " actor="
        + drain.askedBy().actor()
        + " operation="
        + drain.askedBy().operationId().orElse("none");
  }

  private static String applications(Collection<String> ids) {
    if (ids.isEmpty()) {
      return "0";
    }
    String named =
        ids.stream().limit(NAMED_APPLICATIONS).collect(Collectors.joining(",", " [", ""));
    return ids.size() + named + (ids.size() > NAMED_APPLICATIONS ? ",…]" : "]");
  }

  private String secondsUntil(Instant deadline) {
    return Long.toString(secondsBetween(now, deadline));
  }

  private static long secondsBetween(Instant from, Instant to) {
    return Math.max(0, Duration.between(from, to).toSeconds());
  }
}
