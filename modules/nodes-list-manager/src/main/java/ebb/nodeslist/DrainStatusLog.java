package ebb.nodeslist;

import ebb.domain.Drain;
import ebb.domain.DrainStatus;
import ebb.domain.provenance.Provenance;
import ebb.domain.work.Workload;
import ebb.node.DrainProgress;
import ebb.node.NodeStateUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the status of all draining nodes, as YARN's documentation of graceful decommission promises:
 * one line for each operation, then the nodes by sub-status, many in a line. The manager calls it
 * once per {@code ebb.node.poll-interval}.
 */
final class DrainStatusLog {
  private static final Logger LOG = LoggerFactory.getLogger(DrainStatusLog.class);

  private static final int NODES_A_LINE = 20;

  private final NodeTable table;

  DrainStatusLog(NodeTable table) {
    this.table = table;
  }

  /** Writes nothing while no node drains. */
  void write(Instant now) {
    lines(now).forEach(line -> LOG.info("{}", line));
  }

  List<String> lines(Instant now) {
    List<NodeStateUpdate> draining =
        table.all().stream()
            .filter(each -> each.node().drain().isPresent())
            .sorted(Comparator.comparing(each -> each.node().nodeId()))
            .toList();
    List<String> lines = new ArrayList<>();
    byOperation(draining)
        .forEach((operation, number) -> lines.add("Draining for " + operation + ": " + number));
    Map<DrainStatus, List<NodeStateUpdate>> byStatus =
        draining.stream()
            .collect(
                Collectors.groupingBy(DrainStatusLog::statusOf, TreeMap::new, Collectors.toList()));
    byStatus.forEach((status, nodes) -> addLines(lines, status, nodes, now));
    return lines;
  }

  private static Map<String, Long> byOperation(List<NodeStateUpdate> draining) {
    return draining.stream()
        .flatMap(each -> each.node().drain().stream())
        .collect(
            Collectors.groupingBy(
                DrainStatusLog::operationOf, TreeMap::new, Collectors.counting()));
  }

  private static String operationOf(Drain drain) {
    Provenance by = drain.askedBy();
    return "operation=" + by.operationId().orElse("none") + " actor=" + by.actor();
  }

  /** A node without a report counts as waiting for containers. */
  private static DrainStatus statusOf(NodeStateUpdate node) {
    return node.progress().map(DrainProgress::status).orElse(DrainStatus.WAIT_CONTAINER);
  }

  private static void addLines(
      List<String> lines, DrainStatus status, List<NodeStateUpdate> nodes, Instant now) {
    for (int from = 0; from < nodes.size(); from += NODES_A_LINE) {
      List<NodeStateUpdate> some = nodes.subList(from, Math.min(from + NODES_A_LINE, nodes.size()));
      lines.add(
          some.stream()
              .map(node -> describe(node, now))
              .collect(Collectors.joining(", ", status + ": ", "")));
    }
  }

  private static String describe(NodeStateUpdate node, Instant now) {
    Optional<Workload> workload = node.progress().flatMap(DrainProgress::workload);
    return node.node().nodeId()
        + " containers="
        + workload.map(known -> Integer.toString(known.containers())).orElse("unknown")
        + " applications="
        + workload.map(known -> Integer.toString(known.applications().size())).orElse("unknown")
        + " secondsLeft="
        + node.node()
            .drain()
            .flatMap(Drain::deadline)
            .map(deadline -> Long.toString(secondsUntil(deadline, now)))
            .orElse("infinite");
  }

  private static long secondsUntil(Instant deadline, Instant now) {
    return Math.max(0, Duration.between(now, deadline).toSeconds());
  }
}
