package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.soak.SoakCommand;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Whoever soaks gets an answer that can be trusted; longer runs are made by hand. */
class SoakIT {
  @Test
  void shouldBreakNoPromiseInAShortRunOfOneInstance() {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    int exitCode =
        new CommandLine(new SoakCommand(out))
            .execute("--minutes", "1", "--seed", "6", "--instances", "1");

    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("Seed 6", "faults: {", "drain done", "No promise is broken.");
    assertThat(exitCode).isZero();
  }
}
