package ebb.bench.report;

import ebb.bench.report.Threshold.DifferenceAtMost;
import ebb.bench.report.Threshold.EbbAtMost;
import ebb.bench.report.Threshold.None;
import ebb.bench.report.Threshold.RatioAtLeast;
import ebb.bench.report.Threshold.RatioAtMost;

/** Everything that is measured. */
public enum Measure {
  HEARTBEAT_RATE("heartbeats in a closed loop", "1/s", new RatioAtLeast(1.0)),
  HEARTBEAT_CPU("processor time of a heartbeat", "us", new RatioAtMost(1.0)),
  HEARTBEAT_P99("p99 in a closed loop", "ms", new None()),
  PACED_P99("p99, paced", "ms", new RatioAtMost(1.0)),
  PACED_MISSED("paced heartbeats missed", "", new EbbAtMost(0)),
  PACED_CPU("processors busy, paced", "", new None()),
  LIST_RPC("list of all nodes, RPC", "ms", new RatioAtMost(0.5)),
  LIST_REST("list of all nodes, REST", "ms", new RatioAtMost(0.5)),
  LIVE_HEAP("live heap", "MB", new RatioAtMost(1.3)),
  FIRST_DRAIN("all DECOMMISSIONING, first time", "s", new None()),
  FIRST_CALL("refreshNodes, first time", "s", new None()),
  DRAIN("all DECOMMISSIONING, warm", "s", new RatioAtMost(1.0)),
  CALL("refreshNodes, warm", "s", new None()),
  DRAIN_DURABLE("and each node's event durable", "s", new RatioAtMost(2.0)),
  NO_ROOM("and the scheduler has no room left", "s", new RatioAtMost(1.0)),
  DRAIN_CPU("processor time of a node's drain", "us", new None()),
  DRAIN_P99("heartbeat p99 meanwhile", "ms", new RatioAtMost(1.0)),
  RECOMMISSION("all RUNNING again", "s", new None()),
  LATE_PLACED("containers placed after the answer", "", new None()),
  LAST_PLACED("the last of them", "s", new EbbAtMost(0.5)),
  CONTAINERS_END("all containers' ends known", "s", new RatioAtMost(1.0)),
  FIRST_END("all DECOMMISSIONED, first time", "s", new None()),
  END("all DECOMMISSIONED, warm", "s", new RatioAtMost(0.7)),
  LATE_EQUAL_P99("lateness p99, equal deadlines", "s", new EbbAtMost(1.5)),
  LATE_SPREAD_P99("lateness p99, spread over 60 s", "s", new EbbAtMost(0.3)),
  RESTART_ANSWER("SIGKILL until first answer", "s", new DifferenceAtMost(4)),
  CONTAINERS_LOST("containers lost by it", "", new EbbAtMost(0)),
  DEADLINES_MOVED("deadlines moved by it", "", new EbbAtMost(0)),
  NEW_RATE("registrations of new nodes", "1/s", new RatioAtLeast(0.8)),
  NEW_CPU("processor time of one", "us", new None()),
  KNOWN_RATE("registrations after a restart", "1/s", new RatioAtLeast(1.0)),
  KNOWN_CPU("processor time of one, then", "us", new None()),
  SMALL_COST("drain of a node, one of few", "us", new None()),
  LARGE_COST("drain of a node, one of many", "us", new None()),
  GROWTH("the latter by the former", "", new EbbAtMost(1.4));

  private final String text;
  private final String unit;

  @SuppressWarnings("ImmutableEnumChecker") // records of numbers
  private final Threshold target;

  Measure(String text, String unit, Threshold target) {
    this.text = text;
    this.unit = unit;
    this.target = target;
  }

  String text() {
    return text;
  }

  String unit() {
    return unit;
  }

  Threshold target() {
    return target;
  }
}
