package ebb.bench.scenario;

import ebb.bench.report.BenchSettings;
import ebb.bench.rm.SystemUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * One run of one scenario with one candidate.
 *
 * @param folder for the processes of this run alone; does not exist yet
 */
public record Trial(SystemUnderTest candidate, BenchSettings settings, Path folder) {
  /** A ResourceManager with its fleet, on which nothing runs yet. */
  public BenchContext stage() throws IOException, YarnException, InterruptedException {
    return BenchContext.set(this);
  }

  /** The same in a folder of its own and with another number of nodes. */
  Trial withNodes(int nodes) {
    return new Trial(candidate, settings.withNodes(nodes), folder.resolve("nodes-" + nodes));
  }
}
