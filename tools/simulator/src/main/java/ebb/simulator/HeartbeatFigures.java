package ebb.simulator;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Heartbeats of all nodes in a period.
 *
 * @param answered number of answers
 * @param failed those without an answer, because the ResourceManager was down or refused
 * @param missed those not sent, because the previous one was still unanswered when they were due
 * @param time length of the period
 * @param p50 median latency, since the heartbeat was due if paced, else since it was sent
 */
public record HeartbeatFigures(
    long answered,
    long failed,
    long missed,
    Duration time,
    Duration p50,
    Duration p99,
    Duration longest) {

  /** Answers per second. */
  public double rate() {
    return answered / (time.toNanos() / (double) TimeUnit.SECONDS.toNanos(1));
  }
}
