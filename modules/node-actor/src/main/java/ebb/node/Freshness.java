package ebb.node;

import java.util.Optional;

/**
 * From which life of leader and NodeManager facts are heard. Soft state: a node that has just been
 * woken takes the first stamp for the newest, but no workload before a leader has met it.
 */
final class Freshness {
  /** How a fact relates to those before it. */
  enum Life {
    EARLIER,
    PRESENT,
    NEW
  }

  private FactStamp newest = ofLeader(0);
  private long leaderTerm;
  private long lastReport;

  /** A leader makes itself known: an earlier one is not heard any more. */
  Life meet(long term) {
    if (term < newest.term()) {
      return Life.EARLIER;
    }
    leaderTerm = term;
    return term > newest.term() ? begin(ofLeader(term)) : Life.PRESENT;
  }

  /** As {@link #meet}, with a registration that may be a new one. */
  Life register(FactStamp stamp) {
    Life life = hear(stamp);
    if (life != Life.EARLIER) {
      leaderTerm = stamp.term();
    }
    return life;
  }

  Life hear(FactStamp stamp) {
    if (newest.isNewerThan(stamp)) {
      return Life.EARLIER;
    }
    return stamp.isNewerThan(newest) ? begin(stamp) : Life.PRESENT;
  }

  /**
   * Whether a report on the workload comes from a leader that has met this node and from a
   * registered NodeManager, and is newer than the last one. To be asked after {@link #hear}.
   */
  boolean acceptReport(FactStamp stamp, long sequence) {
    boolean current =
        stamp.term() == leaderTerm && stamp.registration() >= 1 && sequence > lastReport;
    if (current) {
      lastReport = sequence;
    }
    return current;
  }

  private static FactStamp ofLeader(long term) {
    return new FactStamp(term, 0, Optional.empty());
  }

  private Life begin(FactStamp stamp) {
    newest = stamp;
    lastReport = Long.MIN_VALUE;
    return Life.NEW;
  }

  @Override
  public String toString() {
    return "term " + newest.term() + ", registration " + newest.registration();
  }
}
