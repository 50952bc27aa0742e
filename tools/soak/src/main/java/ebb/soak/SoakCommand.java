package ebb.soak;

import static java.util.stream.Collectors.toSet;

import ebb.demo.check.Breach;
import ebb.demo.check.Breach.Promise;
import ebb.journal.database.JournalException;
import ebb.soak.check.Evidence;
import ebb.soak.check.Figures;
import ebb.soak.check.Shrink;
import ebb.soak.check.SoakCheck;
import ebb.soak.plan.Schedule;
import ebb.soak.plan.ScheduleFile;
import ebb.soak.plan.ScheduleFile.Content;
import ebb.soak.plan.ScheduledAction;
import ebb.soak.plan.SoakSettings;
import ebb.soak.run.SoakRun;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code ebb soak}: random operators and faults against real instances, with a check of the
 * results.
 */
@Command(
    name = "soak",
    description = {
      "Run instances under random faults, and check that no promise is broken.",
      "",
      "The command starts everything on loopback addresses: instances, PostgreSQL if there are"
          + " several, and simulated NodeManagers with real applications. Operators drain,"
          + " recommission, force and change timeouts while processes are killed, paused or run out"
          + " of memory, networks are cut, clocks are set, disks are full and the database is"
          + " stopped. At the end, a checker compares the journal, the responses to the operators,"
          + " and what the NodeManagers saw. The seed repeats the schedule, but not the timing of"
          + " processes."
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
      description = "How long faults are injected. Default: ${DEFAULT-VALUE}.")
  private int minutes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of the schedule. Default: a random one, which is printed.")
  private @Nullable Long seed;

  @Option(
      names = "--instances",
      paramLabel = "N",
      defaultValue = "3",
      description = "Number of ResourceManagers, 1 to 3. Default: ${DEFAULT-VALUE}.")
  private int instances;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "12",
      description = "Number of NodeManagers. Default: ${DEFAULT-VALUE}.")
  private int nodes;

  @Option(
      names = "--keep",
      description =
          "Keep the folder with settings, logs and everything that was checked, and print its"
              + " path.")
  private boolean keep;

  @Option(
      names = "--schedule-file",
      paramLabel = "FILE",
      description = "Run a schedule that an earlier run wrote, with its seed, sizes and minutes.")
  private @Nullable Path scheduleFile;

  @Option(
      names = "--shrink",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "If a promise is broken, run up to N more times to find a shorter schedule that breaks"
              + " it. Default: ${DEFAULT-VALUE}.")
  private int shrinkRuns;

  @Option(names = "--schedule", description = "Only print what would be done and when.")
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

  /** The exit code: 0 if no promise is broken, 1 if one is, 3 if the run could not be judged. */
  @Override
  public Integer call() throws InterruptedException {
    Content schedule;
    try {
      schedule = schedule();
    } catch (IllegalArgumentException | IOException e) {
      out.println(e.getMessage());
      return CANNOT;
    }
    if (scheduleOnly) {
      schedule.steps().forEach(out::println);
      return OK;
    }
    try {
      Set<Promise> broken = run(schedule);
      if (broken.isEmpty()) {
        return OK;
      }
      keep("To run this schedule again", schedule);
      if (shrinkRuns > 0) {
        keep("To run the shortened schedule", shrink(schedule, broken));
      }
      return BROKEN;
    } catch (IOException | UncheckedIOException | YarnException | JournalException e) {
      out.println("The run failed: " + e);
      return CANNOT;
    }
  }

  private Content schedule() throws IOException {
    if (scheduleFile != null) {
      return ScheduleFile.read(scheduleFile);
    }
    long chosen = seed == null ? new SecureRandom().nextInt(1_000_000) : seed;
    SoakSettings settings = new SoakSettings(chosen, instances, nodes, Duration.ofMinutes(minutes));
    return new Content(settings, Schedule.of(settings));
  }

  /** Returns the broken promises. */
  private Set<Promise> run(Content schedule)
      throws IOException, YarnException, InterruptedException {
    SoakSettings settings = schedule.settings();
    Path lines = Files.createTempFile("ebb-soak-" + settings.seed() + "-", ".log");
    out.println(
        "Seed %d, instances %d, nodes %d, %d minutes: %d steps. What happens is in %s."
            .formatted(
                settings.seed(),
                settings.instances(),
                settings.nodes(),
                settings.lasts().toMinutes(),
                schedule.steps().size(),
                lines));
    Evidence evidence = SoakRun.of(settings, schedule.steps(), lines, keep);
    Figures.lines(evidence).forEach(out::println);
    List<Breach> breaches = SoakCheck.breaches(evidence);
    if (keep || !breaches.isEmpty()) {
      out.println("All that was judged: " + write(settings, ".evidence", evidence.lines()));
    }
    if (breaches.isEmpty()) {
      out.println("No promise is broken.");
    } else {
      out.println(breaches.size() + " promises are broken:");
      breaches.forEach(out::println);
    }
    return breaches.stream().map(Breach::promise).collect(toSet());
  }

  /**
   * Leaves out steps as long as the breach remains. Timing differs between runs, so a step may
   * wrongly seem needless, but seldom does.
   */
  private Content shrink(Content schedule, Set<Promise> broken) {
    List<ScheduledAction> fewest =
        Shrink.fewest(
            schedule.steps(),
            steps -> breaks(new Content(schedule.settings(), steps), broken),
            shrinkRuns);
    return new Content(schedule.settings(), fewest);
  }

  /** A run that fails counts as one without a breach. */
  private boolean breaks(Content schedule, Set<Promise> some) {
    try {
      return !Collections.disjoint(run(schedule), some);
    } catch (IOException | UncheckedIOException | YarnException | JournalException e) {
      out.println("The run failed: " + e);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void keep(String what, Content schedule) throws IOException {
    Path file = write(schedule.settings(), ".schedule", ScheduleFile.lines(schedule));
    out.println(what + ": ebb soak --schedule-file " + file);
    schedule.steps().forEach(out::println);
  }

  private static Path write(SoakSettings settings, String kind, List<String> lines)
      throws IOException {
    Path file = Files.createTempFile("ebb-soak-" + settings.seed() + "-", kind);
    return Files.write(file, lines);
  }
}
