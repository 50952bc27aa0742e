package ebb.domain.refresh;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.NodesListEvent.DrainQueued;
import ebb.domain.lists.NodesListEvent.QueueChanged;
import ebb.domain.lists.NodesListState;
import ebb.domain.provenance.Provenance;
import ebb.domain.queue.FleetConditions;
import ebb.domain.queue.FleetLoad;
import ebb.domain.queue.Pace;
import ebb.domain.queue.QueueChange;
import ebb.domain.queue.QueueRejection;
import ebb.domain.queue.QueuedHost;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Decides which drains may wait in the queue. */
public final class QueueRules {
  private static final int MOST_DRAINS = 100;
  private static final int MOST_HOSTS = 20_000;

  private QueueRules() {}

  public sealed interface QueueDecision {}

  /** Record this event. */
  public record Queued(DrainQueued event) implements QueueDecision {}

  public record Changed(QueueChanged event) implements QueueDecision {}

  /** Nothing is recorded. */
  public record Refused(QueueRejection code, String reason) implements QueueDecision {}

  /**
   * Queues the hosts that the lists in force do not exclude yet.
   *
   * @param allowUnknown whether hosts without a known node may wait
   * @param confirmed whether an operator has confirmed that many hosts drain at the same time, or
   *     leave at once
   * @param fleet as it is now
   * @param by with the current time
   */
  public static QueueDecision queue(
      NodesListState state,
      String id,
      List<QueuedHost> hosts,
      Pace pace,
      boolean allowUnknown,
      boolean confirmed,
      FleetConditions fleet,
      Provenance by) {
    Set<String> names = hosts.stream().map(QueuedHost::host).collect(Collectors.toSet());
    Optional<String> unknown =
        allowUnknown ? Optional.empty() : UnknownHosts.problem(state, names, List.of());
    List<QueuedHost> waiting =
        hosts.stream().filter(each -> !state.lists().excludes().containsKey(each.host())).toList();
    Optional<String> twice =
        names.stream().filter(state.queue().hosts()::contains).sorted().findFirst();
    Optional<String> noWindow = pace.window().flatMap(fleet.windows()::unknown);
    Optional<String> never = pace.problem(by.at(), fleet.windows());
    if (noWindow.isPresent()) {
      return new Refused(QueueRejection.UNKNOWN_WINDOW, noWindow.get());
    } else if (never.isPresent()) {
      return new Refused(QueueRejection.WINDOW_CLOSED, never.get());
    } else if (unknown.isPresent()) {
      return new Refused(QueueRejection.UNKNOWN_HOST, unknown.get());
    } else if (twice.isPresent()) {
      return new Refused(
          QueueRejection.ALREADY_QUEUED, "Host " + twice.get() + " waits in the queue already");
    } else if (waiting.isEmpty()) {
      return new Refused(
          QueueRejection.ALREADY_EXCLUDED, "All of these hosts are excluded already");
    } else if (state.queue().drains().size() >= MOST_DRAINS
        || state.queue().hosts().size() + waiting.size() > MOST_HOSTS) {
      return new Refused(
          QueueRejection.QUEUE_FULL,
          "The queue takes %d drains with %d hosts in all".formatted(MOST_DRAINS, MOST_HOSTS));
    }
    Optional<String> missing = pace.keepCapacity().flatMap(kept -> kept.missing(fleet));
    if (missing.isPresent()) {
      return new Refused(QueueRejection.CAPACITY_MISSING, missing.get());
    }
    List<QueuedHost> inOrder = pace.inOrder(waiting, fleet);
    Optional<String> risk = confirmed ? Optional.empty() : risk(inOrder, pace, fleet.load());
    return risk.isPresent()
        ? new Refused(QueueRejection.CONFIRMATION_REQUIRED, risk.get())
        : new Queued(new DrainQueued(id, inOrder, pace, by));
  }

  /** Why an operator must confirm; the limit is that of {@link Confirmation}. */
  private static Optional<String> risk(List<QueuedHost> hosts, Pace pace, FleetLoad load) {
    int together = Math.min(pace.together(hosts), pace.maxParallel().of(load.inService()));
    long atOnce =
        hosts.stream()
            .filter(host -> host.timeout().filter(DrainTimeout.ofSeconds(0)::equals).isPresent())
            .count();
    if (atOnce > 0) {
      return Optional.of(
          "Hosts that would leave at once when their turn comes, with all that runs there: "
              + atOnce);
    } else if (together * 100L > (long) Confirmation.PERCENT * load.inService()) {
      return Optional.of(
          "%d of %d hosts in service would drain at the same time"
              .formatted(together, load.inService()));
    }
    return Optional.empty();
  }

  /**
   * Whether a refresh would put more in force than queued hosts. Whether to put the edits of others
   * in force is for a person to decide, so no queued host begins then.
   *
   * @param files the lists that a refresh would put in force
   * @param waiting hosts of the queue; they may be in the file because an earlier batch failed
   */
  public static boolean hasOtherEdits(HostLists files, HostLists inForce, Set<String> waiting) {
    return !without(waiting, files).equals(without(waiting, inForce));
  }

  private static HostLists without(Set<String> hosts, HostLists lists) {
    SortedMap<String, Optional<DrainTimeout>> others = new TreeMap<>(lists.excludes());
    others.keySet().removeAll(hosts);
    return new HostLists(lists.includes(), others);
  }

  public static QueueDecision change(
      NodesListState state, String id, QueueChange change, Provenance by) {
    return state.queue().find(id).isPresent()
        ? new Changed(new QueueChanged(id, change, by))
        : new Refused(
            QueueRejection.UNKNOWN_QUEUED_DRAIN, "No drain " + id + " waits in the queue");
  }

  /**
   * Hosts that wait, although the files exclude them: a batch that begins puts them in force, too.
   *
   * @param files the lists that a refresh would put in force
   */
  public static Set<String> listedEarly(HostLists files, HostLists inForce, Set<String> waiting) {
    Set<String> early = new TreeSet<>(waiting);
    early.retainAll(files.excludes().keySet());
    early.removeAll(inForce.excludes().keySet());
    return early;
  }
}
