package ebb.simulator;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Prints the state of a simulation from time to time. */
final class SimulationReport {
  private final Fleet fleet;
  private final PrintStream out;
  private final boolean json;

  SimulationReport(Fleet fleet, PrintStream out, boolean json) {
    this.fleet = fleet;
    this.out = out;
    this.json = json;
  }

  /** Returns after the limit. The last interval may be shorter. */
  void goOn(Duration every, Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    fleet.takeFigures();
    for (long left = limit.toMillis(); left > 0; left = (end - System.nanoTime()) / 1_000_000) {
      Thread.sleep(Math.min(every.toMillis(), left));
      print();
    }
  }

  /** Prints the current state, and figures since the previous report. */
  void print() {
    FleetState state = fleet.state();
    HeartbeatFigures beats = fleet.takeFigures();
    out.println(json ? object(state, beats) : line(state, beats));
  }

  private static String line(FleetState state, HeartbeatFigures beats) {
    return String.format(
        Locale.ROOT,
        "%d of %d nodes beat, %d shut down, %d containers; %.0f heartbeats/s,"
            + " p50 %.1f ms, p99 %.1f ms, longest %.1f ms, %d missed, %d failed%s",
        state.registered(),
        state.nodes(),
        state.shutDown(),
        state.containers(),
        beats.rate(),
        millis(beats.p50()),
        millis(beats.p99()),
        millis(beats.longest()),
        beats.missed(),
        beats.failed(),
        beats.failed() == 0 ? "" : state.lastFailure().map(why -> " (" + why + ")").orElse(""));
  }

  private static ObjectNode object(FleetState state, HeartbeatFigures beats) {
    ObjectNode object = new ObjectMapper().createObjectNode();
    object.put("nodes", state.nodes());
    object.put("registered", state.registered());
    object.put("shutDown", state.shutDown());
    object.put("containers", state.containers());
    object.put("heartbeatsPerSecond", Math.round(beats.rate()));
    object.put("p50Millis", millis(beats.p50()));
    object.put("p99Millis", millis(beats.p99()));
    object.put("longestMillis", millis(beats.longest()));
    object.put("missed", beats.missed());
    object.put("failed", beats.failed());
    state.lastFailure().ifPresent(why -> object.put("lastFailure", why));
    return object;
  }

  private static double millis(Duration time) {
    return time.toNanos() / 1_000_000.0;
  }
}
