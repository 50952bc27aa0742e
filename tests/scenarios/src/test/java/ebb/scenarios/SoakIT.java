package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.soak.SoakCommand;
import ebb.soak.fault.ProcessLimit;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Whoever soaks gets an answer that can be trusted; longer runs are made by hand. */
@Tag("long")
class SoakIT {
  /**
   * Its schedule has rmadmin, with prlimit no descriptors left, and where root runs it a full disk.
   */
  @Test
  void shouldBreakNoPromiseInAShortRunOfOneInstance() {
    String said = soak("--seed", "2371");
    assertThat(said).contains("Seed 2371", "drain done");
    if (ProcessLimit.canBeSet()) {
      assertThat(said).contains("Exhaust");
    }
  }

  /** What it prints has the seed, by which {@code ebb soak --schedule} shows what was done. */
  @Test
  void shouldBreakNoPromiseInAShortRunThatNobodyHasChosen() {
    assertThat(soak()).contains("Seed ");
  }

  private static String soak(String... more) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    List<String> words = new ArrayList<>(List.of("--minutes", "1", "--instances", "1"));
    words.addAll(List.of(more));

    int exitCode = new CommandLine(new SoakCommand(out)).execute(words.toArray(String[]::new));

    String said = printed.toString(StandardCharsets.UTF_8);
    System.out.println(said);
    assertThat(said).contains("faults: {", "No promise is broken.");
    assertThat(exitCode).isZero();
    return said;
  }
}
