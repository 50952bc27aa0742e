package ebb.hadoop.report;

import ebb.domain.text.TextLimit;
import ebb.domain.work.Workload;
import ebb.node.NodeCommand.ReportExpiry;
import ebb.node.NodeCommand.ReportHealth;
import ebb.node.NodeCommand.ReportReboot;
import ebb.node.NodeCommand.ReportWorkload;
import ebb.node.NodeCommand.Unregister;
import ebb.node.ReportStamp;
import java.util.Optional;

/**
 * The facts that RMNode has not published yet. A fact is sent when it changes, and every five
 * seconds until RMNode publishes its effect. Guarded by the node's lock.
 */
public final class PendingReports {

  /** How a NodeManager leaves by itself. */
  public enum Departure {
    EXPIRY,
    REBOOT,
    UNREGISTRATION
  }

  public static final int MAX_HEALTH_TEXT = 4_096;

  private final FactSender facts;

  /** Health or departure: the health of a departing NodeManager is not sent. */
  private final ResendTimer standing = new ResendTimer();

  private final ResendTimer workload = new ResendTimer();
  private long sequence;

  private record WorkloadOfDrain(long epoch, Workload workload) {}

  public PendingReports(FactSender facts) {
    this.facts = facts;
  }

  public void startRegistration() {
    standing.reset();
    workload.reset();
    sequence = 0;
  }

  public void health(
      ReportStamp stamp, boolean reported, boolean published, String text, long now) {
    if (reported == published) {
      standing.reset();
    } else if (standing.isDue(reported, now)) {
      facts.tell(new ReportHealth(stamp, reported, reported ? "" : shortened(text)));
    }
  }

  /** The text is written to the journal, and sent to another instance in one message. */
  private static String shortened(String text) {
    return TextLimit.cut(text, MAX_HEALTH_TEXT);
  }

  /**
   * @param shown the workload that RMNode publishes; empty if it has none
   */
  public void workload(
      ReportStamp stamp,
      long epoch,
      long knownRevision,
      Workload left,
      Optional<Workload> shown,
      long now) {
    boolean isShown = shown.equals(Optional.of(left));
    if (workload.isDue(new WorkloadOfDrain(epoch, left), isShown, now)) {
      sequence++;
      facts.tell(new ReportWorkload(stamp, epoch, knownRevision, sequence, left));
    }
  }

  /** Whether it is time to check the workload again. */
  public boolean isWorkloadDue(long now) {
    return workload.isDueAgain(now);
  }

  public void departure(ReportStamp stamp, Departure how, long now) {
    if (standing.isDue(how, now)) {
      facts.tell(
          switch (how) {
            case EXPIRY -> new ReportExpiry(stamp);
            case REBOOT -> new ReportReboot(stamp);
            case UNREGISTRATION -> new Unregister(stamp);
          });
    }
  }

  public void departed() {
    standing.reset();
  }
}
