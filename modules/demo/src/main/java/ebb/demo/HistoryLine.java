package ebb.demo;

import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.Provenance;
import ebb.domain.TimeoutSource;
import java.util.Locale;

/** One line of a node's history, as people read it. */
final class HistoryLine {
  private HistoryLine() {}

  static String of(NodeEvent event) {
    Provenance by = event.by();
    return String.format(
        Locale.ROOT,
        "%s  %-30s %s[%s by %s%s, list version %d]",
        Clock.of(by.at()),
        event.getClass().getSimpleName(),
        details(event),
        by.origin(),
        by.actor(),
        by.reason().map(reason -> ": " + reason).orElse(""),
        by.listVersion());
  }

  private static String details(NodeEvent event) {
    if (event instanceof NodeEvent.DecommissioningStarted started) {
      return "drain "
          + started.epoch()
          + " since "
          + Clock.of(started.startedAt())
          + ", "
          + timeout(started.timeout(), started.timeoutSource());
    } else if (event instanceof NodeEvent.DecommissioningTimeoutChanged changed) {
      return "drain "
          + changed.epoch()
          + ", "
          + timeout(changed.timeout(), changed.timeoutSource());
    } else if (event instanceof NodeEvent.NodeRecommissioned recommissioned) {
      return "drain " + recommissioned.epoch() + " ";
    } else if (event instanceof NodeEvent.NodeDecommissioned decommissioned) {
      return "drain " + decommissioned.epoch() + " ended: " + decommissioned.cause() + " ";
    }
    return "";
  }

  private static String timeout(DrainTimeout timeout, TimeoutSource source) {
    String limit = timeout.limit().map(time -> time.toSeconds() + " s").orElse("infinite");
    return "timeout " + limit + " (" + source + ") ";
  }
}
