package ebb.simulator;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Heartbeats of all nodes in a stretch of time.
 *
 * @param answered how many were answered
 * @param failed how many were not, because the ResourceManager was not there or refused
 * @param missed how many were due while the one before was still not answered, and were left out
 * @param time how long the stretch was
 * @param p50 half of the answers took at most this; from when a paced heartbeat was due, else from
 *     when it was sent
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
