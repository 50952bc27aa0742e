package ebb.node;

import ebb.node.NodeCommand.ReportWorkload;
import java.util.OptionalLong;

/**
 * Decides which facts are stale. Each fact belongs to the term of a leader, and the registration of
 * a NodeManager. Soft state: a node that has just been woken takes the first stamp as the newest,
 * but accepts no workload before a leader has contacted it.
 */
final class ReportFence {
  /** How a fact relates to those before it. */
  enum Recency {
    STALE,
    CURRENT,
    NEWER
  }

  private long term;
  private long registration;
  private long leaderTerm;
  private long lastReport;

  /** Records the contact of a leader; facts of an earlier leader are stale afterwards. */
  Recency contactedBy(long ofLeader) {
    if (ofLeader < term) {
      return Recency.STALE;
    }
    leaderTerm = ofLeader;
    return ofLeader > term ? begin(ofLeader, 0) : Recency.CURRENT;
  }

  /** Like {@link #contactedBy}, with a registration that may be new. */
  Recency register(ReportStamp stamp) {
    Recency recency = classify(stamp);
    if (recency != Recency.STALE) {
      leaderTerm = stamp.leader().term();
    }
    return recency;
  }

  Recency classify(ReportStamp stamp) {
    long ofLeader = stamp.leader().term();
    if (ofLeader < term || (ofLeader == term && stamp.registration() < registration)) {
      return Recency.STALE;
    }
    boolean isNew = ofLeader > term || stamp.registration() > registration;
    return isNew ? begin(ofLeader, stamp.registration()) : Recency.CURRENT;
  }

  /**
   * Whether a workload report is accepted. It must come from a leader that has contacted this node
   * and from a registered NodeManager, and must be newer than the last one. It must also have been
   * made when the leader knew of the drain, so that nothing new can be placed. Call this after
   * {@link #classify}.
   *
   * @param since the node's revision when it started to watch the drain of the report; empty if
   *     that drain is not running
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

  private Recency begin(long newTerm, long newRegistration) {
    term = newTerm;
    registration = newRegistration;
    lastReport = Long.MIN_VALUE;
    return Recency.NEWER;
  }

  @Override
  public String toString() {
    return "term " + term + ", registration " + registration;
  }
}
