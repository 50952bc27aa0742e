package ebb.domain.queue;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * When queued hosts begin to drain.
 *
 * @param maxParallel a host begins only while fewer hosts drain, for whatever reason
 * @param notBefore no host begins earlier; empty for now
 * @param until no host begins from this time on, and hosts that wait then are dropped; empty for no
 *     end
 * @param keepCapacity a host begins only if this much stays in service
 * @param oneAtATime hosts of different groups of this kind do not drain at the same time
 * @param window a host begins only while the window of this name is open
 */
public record Pace(
    ParallelLimit maxParallel,
    Optional<Instant> notBefore,
    Optional<Instant> until,
    Optional<KeptCapacity> keepCapacity,
    Optional<HostGroup> oneAtATime,
    Optional<String> window) {

  /** Limits the number of hosts, and the time. */
  public Pace(ParallelLimit maxParallel, Optional<Instant> notBefore, Optional<Instant> until) {
    this(maxParallel, notBefore, until, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * The hosts in the order in which they begin: as they are, or rack by rack. A host whose rack is
   * not known is alone on its rack, and comes last.
   */
  public List<QueuedHost> inOrder(List<QueuedHost> hosts, FleetConditions fleet) {
    if (oneAtATime.isEmpty()) {
      return hosts;
    }
    Map<Optional<String>, List<QueuedHost>> racks = new LinkedHashMap<>();
    for (QueuedHost host : hosts) {
      Optional<String> rack = fleet.rackOf(host.host());
      racks.computeIfAbsent(rack, key -> new ArrayList<>()).add(host.in(rack));
    }
    List<QueuedHost> unknown = racks.getOrDefault(Optional.<String>empty(), List.of());
    racks.remove(Optional.<String>empty());
    return Stream.concat(racks.values().stream(), Stream.of(unknown))
        .flatMap(List::stream)
        .toList();
  }

  /** Whether hosts can be queued only by somebody who knows the places of nodes. */
  public boolean needsPlaces() {
    return keepCapacity.isPresent() || oneAtATime.isPresent();
  }

  /** How many of these hosts drain at the same time at most, if their number is not limited. */
  public int together(List<QueuedHost> hosts) {
    return oneAtATime.isEmpty()
        ? hosts.size()
        : (int)
            hosts.stream()
                .collect(groupingBy(host -> host.rack().orElse(host.host()), counting()))
                .values()
                .stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
  }

  /** For people: why no host could ever begin, from this time on. */
  public Optional<String> problem(Instant now, Windows windows) {
    Instant from = notBefore.filter(now::isBefore).orElse(now);
    if (isOver(from)) {
      return until.map(end -> "No host could begin before " + end);
    }
    return window
        .filter(name -> !windows.opensBetween(name, from, until))
        .map(
            name ->
                "The window %s does not open after %s%s"
                    .formatted(name, from, until.map(end -> " and before " + end).orElse("")));
  }

  /** Whether no host may begin at this time or later. */
  public boolean isOver(Instant now) {
    return until.filter(end -> !now.isBefore(end)).isPresent();
  }
}
