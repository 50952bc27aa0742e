package ebb.hadoop;

import ebb.domain.TextLimit;
import ebb.domain.Workload;
import ebb.node.FactStamp;
import ebb.node.NodeCommand.ReportExpiry;
import ebb.node.NodeCommand.ReportHealth;
import ebb.node.NodeCommand.ReportReboot;
import ebb.node.NodeCommand.ReportWorkload;
import ebb.node.NodeCommand.Unregister;

/**
 * The facts that RMNode has yet to take notice of, or wants to hear again and again: sent when they
 * change and every five seconds while they hold. Guarded by the node's lock.
 */
final class FactReports {

  /** How a NodeManager leaves by its own doing. */
  enum Departure {
    EXPIRY,
    REBOOT,
    UNREGISTRATION
  }

  static final int MAX_HEALTH_TEXT = 4_096;

  private final NodeFacts facts;
  private final Reminder health = new Reminder();
  private final Reminder workload = new Reminder();
  private final Reminder departure = new Reminder();
  private long sequence;

  /** RMNode takes no notice of what is said without knowing its newest publication of the drain. */
  private record WorkloadOfDrain(long epoch, long knownRevision, Workload workload) {}

  FactReports(NodeFacts facts) {
    this.facts = facts;
  }

  void startRegistration() {
    health.reset();
    workload.reset();
    departure.reset();
    sequence = 0;
  }

  void health(FactStamp stamp, boolean reported, boolean published, String text, long now) {
    if (reported == published) {
      health.reset();
    } else if (health.isDue(reported, now)) {
      facts.tell(new ReportHealth(stamp, reported, reported ? "" : shortened(text)));
    }
  }

  /** It goes into the journal, and with one message to another instance. */
  private static String shortened(String text) {
    return TextLimit.cut(text, MAX_HEALTH_TEXT);
  }

  void workload(FactStamp stamp, long epoch, Workload left, long now) {
    if (workload.isDue(new WorkloadOfDrain(epoch, stamp.knownRevision(), left), now)) {
      sequence++;
      facts.tell(new ReportWorkload(stamp, epoch, sequence, left));
    }
  }

  /** Whether the workload is to be said even if it is what was said last. */
  boolean isWorkloadDue(long now) {
    return workload.isDueAgain(now);
  }

  void departure(FactStamp stamp, Departure how, long now) {
    if (departure.isDue(how, now)) {
      facts.tell(
          switch (how) {
            case EXPIRY -> new ReportExpiry(stamp);
            case REBOOT -> new ReportReboot(stamp);
            case UNREGISTRATION -> new Unregister(stamp);
          });
    }
  }

  void departed() {
    departure.reset();
  }
}
