package ebb.soak;

import ebb.demo.check.Breach;
import ebb.soak.check.Evidence;
import ebb.soak.check.Figures;
import ebb.soak.check.SoakCheck;
import ebb.soak.plan.Schedule;
import ebb.soak.plan.SoakSettings;
import ebb.soak.plan.Step;
import ebb.soak.run.SoakRun;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ebb soak}: random operators and faults against real instances, judged by a checker. */
@Command(
    name = "soak",
    description = {
      "Run instances under random faults, and check that no promise is broken.",
      "",
      "Starts everything on loopback addresses: instances, PostgreSQL if they are several, and"
          + " simulated NodeManagers with real applications. Operators drain, recommission, change"
          + " timeouts and force while processes are killed and paused, networks cut, clocks set"
          + " and the database stopped. At the end the journal, the operators' answers and what"
          + " the NodeManagers saw are checked. The seed gives the same schedule again; processes"
          + " do not take the same time again."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
public final class SoakCommand implements Callable<Integer> {
  private static final int OK = 0;
  private static final int BROKEN = 1;
  private static final int CANNOT = 3;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "10",
      description = "How long faults go on. Default: ${DEFAULT-VALUE}.")
  private int minutes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "What the schedule is made of. Default: a random one, which is printed.")
  private @Nullable Long seed;

  @Option(
      names = "--instances",
      paramLabel = "N",
      defaultValue = "3",
      description = "How many ResourceManagers, 1 to 3. Default: ${DEFAULT-VALUE}.")
  private int instances;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "12",
      description = "How many NodeManagers. Default: ${DEFAULT-VALUE}.")
  private int nodes;

  @Option(
      names = "--keep",
      description = "Keep the folder with settings, logs and journal, and say where it is.")
  private boolean keep;

  @Option(names = "--schedule", description = "Print what would be done and when; start nothing.")
  private boolean scheduleOnly;

  private final PrintStream out;

  public SoakCommand() {
    this(System.out);
  }

  /**
   * @param out gets the report
   */
  public SoakCommand(PrintStream out) {
    this.out = out;
  }

  /** The exit code: 0 if no promise is broken, 1 if one is, 3 if it cannot be said. */
  @Override
  public Integer call() throws InterruptedException {
    long chosen = seed == null ? new SecureRandom().nextInt(1_000_000) : seed;
    SoakSettings settings;
    try {
      settings = new SoakSettings(chosen, instances, nodes, Duration.ofMinutes(minutes));
    } catch (IllegalArgumentException e) {
      out.println(e.getMessage());
      return CANNOT;
    }
    List<Step> steps = Schedule.of(settings);
    if (scheduleOnly) {
      steps.forEach(out::println);
      return OK;
    }
    try {
      return run(settings, steps);
    } catch (IOException | YarnException e) {
      out.println("The run came to no end: " + e);
      return CANNOT;
    }
  }

  private int run(SoakSettings settings, List<Step> steps)
      throws IOException, YarnException, InterruptedException {
    Path lines = Files.createTempFile("ebb-soak-" + settings.seed() + "-", ".log");
    out.println(
        "Seed %d, instances %d, nodes %d, %d minutes: %d steps. What happens is in %s."
            .formatted(
                settings.seed(),
                settings.instances(),
                settings.nodes(),
                settings.lasts().toMinutes(),
                steps.size(),
                lines));
    Evidence evidence = SoakRun.of(settings, steps, lines, keep);
    Figures.lines(evidence).forEach(out::println);
    List<Breach> breaches = SoakCheck.breaches(evidence);
    if (breaches.isEmpty()) {
      out.println("No promise is broken.");
      return OK;
    }
    out.println(breaches.size() + " promises are broken:");
    breaches.forEach(out::println);
    out.println(
        "The same schedule again: ebb soak --seed %d --instances %d --nodes %d --minutes %d"
            .formatted(
                settings.seed(),
                settings.instances(),
                settings.nodes(),
                settings.lasts().toMinutes()));
    return BROKEN;
  }
}
