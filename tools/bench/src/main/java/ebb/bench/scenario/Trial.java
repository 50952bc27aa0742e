package ebb.bench.scenario;

import ebb.bench.report.BenchSettings;
import ebb.bench.rm.SystemUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * One run of one scenario with one candidate.
 *
 * @param folder of this run's processes; does not exist yet
 */
public record Trial(SystemUnderTest candidate, BenchSettings settings, Path folder) {
  /** A ResourceManager with its fleet and running containers. */
  public BenchContext newContext() throws IOException, YarnException, InterruptedException {
    return BenchContext.set(this);
  }

  /** The same with another number of nodes, in its own folder. */
  Trial withNodes(int nodes) {
    return new Trial(candidate, settings.withNodes(nodes), folder.resolve("nodes-" + nodes));
  }
}
