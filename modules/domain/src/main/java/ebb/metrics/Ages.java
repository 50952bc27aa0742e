package ebb.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The time since each named activity was last done. May be used by any thread. */
public final class Ages {
  private final String name;
  private final String help;
  private final String label;
  private final Map<String, Long> done = new ConcurrentHashMap<>();

  Ages(String name, String help, String label) {
    this.name = name;
    this.help = help;
    this.label = label;
  }

  public void done(String what) {
    done.put(what, System.nanoTime());
  }

  /** Stops reporting an activity that is no longer done. */
  public void forget(String what) {
    done.remove(what);
  }

  void write(MetricsText text) {
    long now = System.nanoTime();
    Map<String, Double> ages = new TreeMap<>();
    done.forEach((what, when) -> ages.put(what, (now - when) / 1e9));
    text.gauge(name, help, label, ages);
  }
}
