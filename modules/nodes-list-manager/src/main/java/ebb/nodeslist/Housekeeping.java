package ebb.nodeslist;

import java.time.Duration;
import java.time.Instant;

/** What the leader does from time to time, beside what it is told to do. */
final class Housekeeping {
  /** How often {@link #step} is to be called. */
  static final Duration STEP = Duration.ofSeconds(1);

  private final DrainRecorder drains;
  private final DrainStatusLog log;
  private final NodeExpirer expirer;
  private final Every record;
  private final Every report;
  private final Every expire;

  Housekeeping(
      ManagerContext parts, DrainRecorder drains, DrainStatusLog log, NodeExpirer expirer) {
    this.drains = drains;
    this.log = log;
    this.expirer = expirer;
    this.record = new Every(parts.settings().wakeEvery(), parts.now());
    this.report = new Every(parts.settings().pollInterval(), parts.now());
    this.expire = new Every(parts.untracked().period(), parts.now());
  }

  void step(Instant now) {
    boolean toExpire = expire.isDue(now);
    // Before nodes are forgotten: one whose drain is not known to have ended is kept.
    if (record.isDue(now) || toExpire) {
      drains.record();
    }
    if (toExpire) {
      expirer.expire();
    }
    if (report.isDue(now)) {
      log.write(now);
    }
  }
}
