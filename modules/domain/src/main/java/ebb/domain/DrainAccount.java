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
 * Where the time of a drain went. The phases sum to the time from the drain's start to the point
 * that the account has come to, exactly, in whole milliseconds.
 *
 * @param waitContainerMillis in which a container was reported
 * @param waitAppMillis in which no container was, but an application
 * @param noReportMillis in which no report of this drain was known, the time until the node applied
 *     its order included
 * @param unobservedMillis before a recovery of the node's actor, as far as no row of the journal
 *     accounts for it
 * @param applicationMillis for how long each application was reported
 */
public record DrainAccount(
    long waitContainerMillis,
    long waitAppMillis,
    long noReportMillis,
    long unobservedMillis,
    SortedMap<String, Long> applicationMillis) {

  /** Of a drain that has just begun. */
  public static final DrainAccount ZERO =
      new DrainAccount(0, 0, 0, 0, Collections.emptySortedMap());

  /** The applications that a row of the journal names. */
  private static final int NAMED = 5;

  public DrainAccount {
    applicationMillis = Collections.unmodifiableSortedMap(new TreeMap<>(applicationMillis));
  }

  /** The phases together. */
  public long totalMillis() {
    return waitContainerMillis + waitAppMillis + noReportMillis + unobservedMillis;
  }

  /**
   * The time since the last point belongs to what was reported then. While nothing is left, and the
   * end of the drain is on its way, it belongs to what the drain waited for last.
   *
   * @param workload empty while nobody has reported one
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

  /** No actor of the node observed it since the last point. */
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

  /** The applications, those first that held the node longest. */
  public List<Map.Entry<String, Long>> longestFirst() {
    return applicationMillis.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .toList();
  }

  /** With the applications that held the node longest only. */
  public DrainAccount inShort() {
    SortedMap<String, Long> longest =
        longestFirst().stream()
            .limit(NAMED)
            .collect(toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum, TreeMap::new));
    return new DrainAccount(
        waitContainerMillis, waitAppMillis, noReportMillis, unobservedMillis, longest);
  }

  /**
   * For people, without the phases that took no time: 40s for containers, 1.5s without a report.
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

  /** The clock went back, or an instance took over whose clock is behind: no time counts twice. */
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
