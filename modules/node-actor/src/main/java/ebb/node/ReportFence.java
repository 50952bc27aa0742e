package ebb.node;

import ebb.node.NodeCommand.ReportWorkload;
import java.util.OptionalLong;

/**
 * Which facts are stale, and of which lives of leader and NodeManager they are heard. Soft state: a
 * node that has just been woken takes the first stamp for the newest, but no workload before a
 * leader has met it.
 */
final class ReportFence {
  /** How a fact relates to those before it. */
  enum Life {
    EARLIER,
    PRESENT,
    NEW
  }

  private long term;
  private long registration;
  private long leaderTerm;
  private long lastReport;

  /** A leader makes itself known: an earlier one is not heard any more. */
  Life meet(long ofLeader) {
    if (ofLeader < term) {
      return Life.EARLIER;
    }
    leaderTerm = ofLeader;
    return ofLeader > term ? begin(ofLeader, 0) : Life.PRESENT;
  }

  /** As {@link #meet}, with a registration that may be a new one. */
  Life register(ReportStamp stamp) {
    Life life = hear(stamp);
    if (life != Life.EARLIER) {
      leaderTerm = stamp.leader().term();
    }
    return life;
  }

  Life hear(ReportStamp stamp) {
    long ofLeader = stamp.leader().term();
    if (ofLeader < term || (ofLeader == term && stamp.registration() < registration)) {
      return Life.EARLIER;
    }
    boolean isNew = ofLeader > term || stamp.registration() > registration;
    return isNew ? begin(ofLeader, stamp.registration()) : Life.PRESENT;
  }

  /**
   * Whether a report on the workload comes from a leader that has met this node and from a
   * registered NodeManager, was made when that knew of the drain, so that nothing new can be
   * placed, and is newer than the last one. To be asked after {@link #hear}.
   *
   * @param since the node's revision when it began to watch the drain that the report is on; empty
   *     if that does not run
   */
  boolean acceptReport(ReportWorkload report, OptionalLong since) {
    boolean current =
        report.stamp().leader().term() == leaderTerm
            && report.stamp().registration() >= 1
            && since.isPresent()
            && report.knownRevision() >= since.getAsLong()
            && report.sequence() > lastReport;
    if (current) {
      lastReport = report.sequence();
    }
    return current;
  }

  private Life begin(long newTerm, long newRegistration) {
    term = newTerm;
    registration = newRegistration;
    lastReport = Long.MIN_VALUE;
    return Life.NEW;
  }

  @Override
  public String toString() {
    return "term " + term + ", registration " + registration;
  }
}
