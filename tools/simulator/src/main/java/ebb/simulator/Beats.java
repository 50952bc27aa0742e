package ebb.simulator;

/** The heartbeats of a fleet, until it is closed. */
public sealed interface Beats extends AutoCloseable permits ClosedLoop, PacedBeats {
  /** Starts no further call. */
  @Override
  void close();
}
