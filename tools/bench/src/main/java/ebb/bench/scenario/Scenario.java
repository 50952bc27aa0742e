package ebb.bench.scenario;

import ebb.bench.report.Measure;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Something that happens to one ResourceManager in a fresh JVM, with what is measured meanwhile.
 */
public interface Scenario {
  /** The name on the command line. */
  String name();

  /** Runs once, and starts and ends the ResourceManager itself. */
  Map<Measure, Double> run(Trial trial) throws IOException, YarnException, InterruptedException;
}
