package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.soak.SoakCommand;
import ebb.soak.fault.ProcessLimit;
import ebb.soak.plan.Action;
import ebb.soak.plan.Fault;
import ebb.soak.plan.Order;
import ebb.soak.plan.Schedule;
import ebb.soak.plan.SoakSettings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The exit code of a soak can be trusted. Longer runs are started by hand. */
@Tag("long")
class SoakIT {
  private static final int INSTANCES = 1;
  private static final int NODES = 12;
  private static final Duration LASTS = Duration.ofMinutes(1);

  /** It has the faults that depend on the machine; without root or prlimit they are skipped. */
  @Test
  void shouldBreakNoPromiseInAShortRunWithFullDisksAndNoDescriptorsLeft() {
    String said =
        soak(
            "--seed",
            Long.toString(
                firstSeedWith(
                    Set.of(
                        Order.Drain.class,
                        Order.RmAdmin.class,
                        Fault.FillDisk.class,
                        Fault.ExhaustDescriptors.class))));
    assertThat(said).contains("drain done");
    if (ProcessLimit.canBeSet()) {
      assertThat(said).contains("Exhaust");
    }
  }

  /** The output has the seed, with which {@code ebb soak --schedule} shows what was done. */
  @Test
  void shouldBreakNoPromiseInAShortRunThatNobodyHasChosen() {
    assertThat(soak()).contains("Seed ");
  }

  /** Whatever the schedule generator makes of a random seed. */
  private static long firstSeedWith(Set<Class<? extends Action>> kinds) {
    return LongStream.iterate(1, seed -> seed + 1)
        .filter(
            seed -> {
              Set<Class<?>> planned =
                  Schedule.of(new SoakSettings(seed, INSTANCES, NODES, LASTS)).stream()
                      .map(step -> step.action().getClass())
                      .collect(Collectors.toSet());
              return planned.containsAll(kinds);
            })
        .findFirst()
        .orElseThrow();
  }

  private static String soak(String... more) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    List<String> words =
        new ArrayList<>(
            List.of(
                "--minutes", Long.toString(LASTS.toMinutes()),
                "--instances", Integer.toString(INSTANCES),
                "--nodes", Integer.toString(NODES)));
    words.addAll(List.of(more));

    int exitCode = new CommandLine(new SoakCommand(out)).execute(words.toArray(String[]::new));

    String said = printed.toString(StandardCharsets.UTF_8);
    System.out.println(said);
    assertThat(said).contains("faults: {", "No promise is broken.");
    assertThat(exitCode).isZero();
    return said;
  }
}
