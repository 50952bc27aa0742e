package ebb.domain;

import static java.util.stream.Collectors.toMap;

import ebb.domain.text.DurationText;
import ebb.domain.work.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a drain has spent its time. The phases add up exactly, in whole milliseconds, to the time
 * from the drain's start to the point in time that the account has reached.
 *
 * @param waitContainerMillis time in which at least one container was reported
 * @param waitAppMillis time in which no container but at least one application was reported
 * @param noReportMillis time without a report of this drain, including the time until the node
 *     applied its order
 * @param unobservedMillis time before a recovery of the node's actor that no row of the journal
 *     accounts for
 * @param heldMillis time in which nothing was left to wait for, and an operator held the drain
 * @param applicationMillis for how long each application was reported
 */
public record DrainAccount(
    long waitContainerMillis,
    long waitAppMillis,
    long noReportMillis,
    long unobservedMillis,
    long heldMillis,
    SortedMap<String, Long> applicationMillis) {

  /** The account of a drain that has just started. */
  public static final DrainAccount ZERO =
      new DrainAccount(0, 0, 0, 0, 0, Collections.emptySortedMap());

  /** How many applications a row of the journal names. */
  private static final int NAMED = 5;

  public DrainAccount {
    applicationMillis = Collections.unmodifiableSortedMap(new TreeMap<>(applicationMillis));
  }

  /** The account of a drain that nobody held. */
  public DrainAccount(
      long waitContainerMillis,
      long waitAppMillis,
      long noReportMillis,
      long unobservedMillis,
      SortedMap<String, Long> applicationMillis) {
    this(
        waitContainerMillis, waitAppMillis, noReportMillis, unobservedMillis, 0, applicationMillis);
  }

  /** The sum of all phases. */
  public long totalMillis() {
    return waitContainerMillis + waitAppMillis + noReportMillis + unobservedMillis + heldMillis;
  }

  /**
   * Adds the time since the last point to the phase that was reported then. While nothing is left
   * to wait for, but the drain has not ended yet, the time counts for what the drain waited for
   * last, unless an operator holds the drain.
   *
   * @param workload empty while none has been reported
   */
  public DrainAccount waitedUntil(Instant now, Drain drain, Optional<Workload> workload) {
    long more = missing(now, drain);
    if (more < 0) {
      return shortened(-more);
    }
    SortedMap<String, Long> applications = new TreeMap<>(applicationMillis);
    Set<String> holders = workload.<Set<String>>map(Workload::applications).orElse(Set.of());
    holders.forEach(id -> applications.merge(id, more, Long::sum));
    return with(phase(drain, workload), more, applications);
  }

  private enum Phase {
    WAIT_CONTAINER,
    WAIT_APP,
    NO_REPORT,
    UNOBSERVED,
    HELD
  }

  private Phase phase(Drain drain, Optional<Workload> workload) {
    if (workload.isEmpty()) {
      return Phase.NO_REPORT;
    } else if (workload.get().containers() > 0) {
      return Phase.WAIT_CONTAINER;
    } else if (!workload.get().applications().isEmpty()) {
      return Phase.WAIT_APP;
    } else if (drain.timeout().held()) {
      return Phase.HELD;
    } else if (waitAppMillis > 0) {
      return Phase.WAIT_APP;
    }
    return waitContainerMillis > 0 ? Phase.WAIT_CONTAINER : Phase.NO_REPORT;
  }

  private DrainAccount with(Phase phase, long more, SortedMap<String, Long> applications) {
    return new DrainAccount(
        waitContainerMillis + (phase == Phase.WAIT_CONTAINER ? more : 0),
        waitAppMillis + (phase == Phase.WAIT_APP ? more : 0),
        noReportMillis + (phase == Phase.NO_REPORT ? more : 0),
        unobservedMillis + (phase == Phase.UNOBSERVED ? more : 0),
        heldMillis + (phase == Phase.HELD ? more : 0),
        applications);
  }

  /** Adds the time since the last point as unobserved: no actor of the node observed the drain. */
  public DrainAccount unobservedUntil(Instant now, Drain drain) {
    long more = missing(now, drain);
    return more < 0 ? shortened(-more) : with(Phase.UNOBSERVED, more, applicationMillis);
  }

  /** The applications, sorted by how long they held the node, longest first. */
  public List<Map.Entry<String, Long>> longestFirst() {
    return applicationMillis.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .toList();
  }

  /** The account with only the applications that held the node longest. */
  public DrainAccount inShort() {
    SortedMap<String, Long> longest =
        longestFirst().stream()
            .limit(NAMED)
            .collect(toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum, TreeMap::new));
    return new DrainAccount(
        waitContainerMillis, waitAppMillis, noReportMillis, unobservedMillis, heldMillis, longest);
  }

  /**
   * For people, without the phases that took no time, for example: 40s for containers, 1.5s without
   * a report.
   */
  @Override
  public String toString() {
    String parts =
        Stream.of(
                part(waitContainerMillis, "for containers"),
                part(waitAppMillis, "for applications"),
                part(noReportMillis, "without a report"),
                part(unobservedMillis, "unobserved"),
                part(heldMillis, "held"))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(", "));
    return parts.isEmpty() ? "0s" : parts;
  }

  private static Optional<String> part(long millis, String what) {
    return millis == 0
        ? Optional.empty()
        : Optional.of(DurationText.of(Duration.ofMillis(millis)) + " " + what);
  }

  private long missing(Instant now, Drain drain) {
    return Math.max(0, Duration.between(drain.startedAt(), now).toMillis()) - totalMillis();
  }

  /** The clock went back, or an instance whose clock is behind took over: no time counts twice. */
  private DrainAccount shortened(long less) {
    long offUnobserved = Math.min(unobservedMillis, less);
    long left = less - offUnobserved;
    long offReport = Math.min(noReportMillis, left);
    left -= offReport;
    long offHeld = Math.min(heldMillis, left);
    left -= offHeld;
    long offApp = Math.min(waitAppMillis, left);
    long total = totalMillis() - less;
    SortedMap<String, Long> applications = new TreeMap<>(applicationMillis);
    applications.replaceAll((id, millis) -> Math.min(millis, total));
    return new DrainAccount(
        waitContainerMillis - (left - offApp),
        waitAppMillis - offApp,
        noReportMillis - offReport,
        unobservedMillis - offUnobserved,
        heldMillis - offHeld,
        applications);
  }
}
