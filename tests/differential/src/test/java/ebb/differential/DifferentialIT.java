package ebb.differential;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ebb.differential.comparison.Summary;
import ebb.differential.script.Generator;
import ebb.differential.script.Script;
import ebb.differential.script.Trace;
import ebb.differential.stock.HadoopSide;
import ebb.differential.stock.StockProcess;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Ebb behaves as stock does, except for what docs/conformance.md lists. Random scripts run on both
 * sides and are compared after each step. {@code -Dseeds=10000} runs more of them, {@code
 * -Dseed=17} repeats one.
 */
class DifferentialIT {
  /** Each run starts at a random seed; a failure names the seed to start with. */
  private static final long FIRST_SEED = 1;

  @TempDir Path folder;

  @Test
  void shouldDifferFromStockOnlyWhereItIsMeantTo() throws Exception {
    // Both sides constantly get broken input, and log it.
    ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
    String from = System.getProperty("seed", "");
    long first = from.isEmpty() ? FIRST_SEED : Long.parseLong(from);
    long count = Long.parseLong(System.getProperty("seeds", from.isEmpty() ? "300" : "1"));

    Summary summary = compare(first, count);

    System.out.println("Differential test from seed " + first + ": " + summary);
    assertThat(summary.findings()).isEmpty();
    assertThat(summary.sequences()).isEqualTo(count);
    // What is not compared proves nothing.
    assertThat(summary.skippedCount() * 4).isLessThan(summary.alikeCount());
  }

  private Summary compare(long first, long count) throws IOException {
    Summary summary = new Summary();
    EbbSystem system = new EbbSystem();
    Path ofStock = folder.resolve("stock");
    Path ofEbb = folder.resolve("ebb");
    assertThat(ofStock.toFile().mkdir() && ofEbb.toFile().mkdir()).isTrue();
    try (StockProcess stock = new StockProcess(ofStock, first, count)) {
      for (long seed = first; seed < first + count; seed++) {
        Script script = Generator.script(seed);
        Trace ours;
        try (HadoopSide ebb = new EbbSide(system, script, ofEbb)) {
          ours = ebb.run();
        }
        TraceComparison.compare(script, stock.next(), ours, summary).ifPresent(System.out::println);
      }
    } finally {
      system.stop();
    }
    return summary;
  }
}
