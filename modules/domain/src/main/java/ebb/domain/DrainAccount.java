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
 * @param applicationMillis for how long each application was reported
 */
public record DrainAccount(
    long waitContainerMillis,
    long waitAppMillis,
    long noReportMillis,
    long unobservedMillis,
    SortedMap<String, Long> applicationMillis) {

  /** The account of a drain that has just started. */
  public static final DrainAccount ZERO =
      new DrainAccount(0, 0, 0, 0, Collections.emptySortedMap());

  /** How many applications a row of the journal names. */
  private static final int NAMED = 5;

  public DrainAccount {
    applicationMillis = Collections.unmodifiableSortedMap(new TreeMap<>(applicationMillis));
  }

  /** The sum of all phases. */
  public long totalMillis() {
    return waitContainerMillis + waitAppMillis + noReportMillis + unobservedMillis;
  }

  /**
   * Adds the time since the last point to the phase that was reported then. While nothing is left
   * to wait for, but the drain has not ended yet, the time counts for what the drain waited for
   * last.
   *
   * @param workload empty while none has been reported
   */
  public DrainAccount waitedUntil(Instant now, Drain drain, Optional<Workload> workload) {
    long more = missing(now, drain);
    if (more < 0) {
      return shortened(-more);
    }
    SortedMap<String, Long> held = new TreeMap<>(applicationMillis);
    Set<String> holders = workload.<Set<String>>map(Workload::applications).orElse(Set.of());
    holders.forEach(id -> held.merge(id, more, Long::sum));
    return switch (phase(workload)) {
      case WAIT_CONTAINER ->
          new DrainAccount(
              waitContainerMillis + more, waitAppMillis, noReportMillis, unobservedMillis, held);
      case WAIT_APP ->
          new DrainAccount(
              waitContainerMillis, waitAppMillis + more, noReportMillis, unobservedMillis, held);
      case NO_REPORT ->
          new DrainAccount(
              waitContainerMillis, waitAppMillis, noReportMillis + more, unobservedMillis, held);
    };
  }

  private enum Phase {
    WAIT_CONTAINER,
    WAIT_APP,
    NO_REPORT
  }

  private Phase phase(Optional<Workload> workload) {
    if (workload.isEmpty()) {
      return Phase.NO_REPORT;
    } else if (workload.get().containers() > 0) {
      return Phase.WAIT_CONTAINER;
    } else if (!workload.get().applications().isEmpty() || waitAppMillis > 0) {
      return Phase.WAIT_APP;
    }
    return waitContainerMillis > 0 ? Phase.WAIT_CONTAINER : Phase.NO_REPORT;
  }

  /** Adds the time since the last point as unobserved: no actor of the node observed the drain. */
  public DrainAccount unobservedUntil(Instant now, Drain drain) {
    long more = missing(now, drain);
    return more < 0
        ? shortened(-more)
        : new DrainAccount(
            waitContainerMillis,
            waitAppMillis,
            noReportMillis,
            unobservedMillis + more,
            applicationMillis);
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
        waitContainerMillis, waitAppMillis, noReportMillis, unobservedMillis, longest);
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
                part(unobservedMillis, "unobserved"))
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
    long offAway = Math.min(unobservedMillis, less);
    long offReport = Math.min(noReportMillis, less - offAway);
    long offApp = Math.min(waitAppMillis, less - offAway - offReport);
    long offContainer = less - offAway - offReport - offApp;
    long total = totalMillis() - less;
    SortedMap<String, Long> held = new TreeMap<>(applicationMillis);
    held.replaceAll((id, millis) -> Math.min(millis, total));
    return new DrainAccount(
        waitContainerMillis - offContainer,
        waitAppMillis - offApp,
        noReportMillis - offReport,
        unobservedMillis - offAway,
        held);
  }
}
