package ebb.simulation;

import ebb.simulation.Simulation.Outcome;

/** Totals of several runs. */
final class Totals {
  private final long begun = System.nanoTime();
  private int seeds;
  private double hours;
  private long rows;
  private long requests;
  private long edits;
  private long crashes;
  private long superseded;
  private long lostNodes;
  private long troubles;
  private long failedWrites;
  private long instants;
  private long sameNodes;
  private long knownWaits;

  void add(Outcome outcome) {
    seeds++;
    hours += outcome.millis() / 3_600_000.0;
    rows += outcome.journal().size();
    requests += outcome.requests();
    edits += outcome.counts().edits;
    crashes += outcome.counts().crashes;
    superseded += outcome.counts().superseded;
    lostNodes += outcome.counts().lostNodes;
    troubles += outcome.counts().troubles;
    failedWrites += outcome.failedWrites();
    instants += outcome.past().instants();
    sameNodes += outcome.past().same();
    knownWaits += outcome.past().waits();
  }

  int seeds() {
    return seeds;
  }

  long rows() {
    return rows;
  }

  long requests() {
    return requests;
  }

  /** Times at which the leader was asked for all nodes, and the journal for its state. */
  long instants() {
    return instants;
  }

  /** Nodes in these answers that were compared completely. */
  long sameNodes() {
    return sameNodes;
  }

  /** Those of the nodes whose exact workload the journal knew. */
  long knownWaits() {
    return knownWaits;
  }

  @Override
  public String toString() {
    return """
    %d seeds, %.1f hours in %d s, %d requests, %d edits, %d events, %d crashes, \
    %d leaders superseded, %d lost nodes, %d other faults, %d failed writes, \
    %d nodes at %d instants as the journal has them, of %d with their work\
    """
        .formatted(
            seeds,
            hours,
            (System.nanoTime() - begun) / 1_000_000_000,
            requests,
            edits,
            rows,
            crashes,
            superseded,
            lostNodes,
            troubles,
            failedWrites,
            sameNodes,
            instants,
            knownWaits);
  }
}
