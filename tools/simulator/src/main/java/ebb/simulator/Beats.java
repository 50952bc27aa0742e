package ebb.simulator;

/** What makes the nodes of a fleet beat, until it is closed. */
public sealed interface Beats extends AutoCloseable permits ClosedLoop, PacedBeats {
  /** No node begins a call any more. */
  @Override
  void close();
}
