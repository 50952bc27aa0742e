package ebb.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.bench.report.BenchSettings;
import ebb.bench.report.Measure;
import ebb.bench.rm.Fit;
import ebb.bench.rm.SystemUnderTest;
import ebb.bench.scenario.Scenario;
import ebb.bench.scenario.Trial;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is left of the rounds before and after a run that fails. */
class RoundsTest {
  private static final BenchSettings SETTINGS =
      new BenchSettings(20, Fit.ROOMY, 2, 4, 8, 512, 0, 1, 2, 2);

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
  private final List<Path> folders = new ArrayList<>();

  /** Fails in the given run, counted from 1. */
  private Scenario failingIn(int run) {
    return new Scenario() {
      @Override
      public String name() {
        return "drain";
      }

      @Override
      public Map<Measure, Double> run(Trial trial) throws IOException {
        folders.add(trial.folder());
        Files.createDirectories(trial.folder());
        Files.writeString(trial.folder().resolve("log"), "what happened");
        if (folders.size() == run) {
          throw new IOException("Waited in vain");
        }
        return Map.of(Measure.DRAIN, (double) folders.size());
      }
    };
  }

  @Test
  void shouldKeepWhatWasMeasuredAndTheLogsOfTheRunThatFailed() throws Exception {
    Scenario scenario = failingIn(3);
    try (Rounds rounds = new Rounds(SETTINGS, EnumSet.allOf(SystemUnderTest.class), false, out)) {
      rounds.play(scenario, 1);

      assertThatThrownBy(() -> rounds.play(scenario, 2)).hasMessage("Waited in vain");

      assertThat(rounds.done()).hasSize(1);
      assertThat(rounds.done().get(0).stock()).containsEntry(Measure.DRAIN, 1.0);
      assertThat(rounds.done().get(0).ebb()).containsEntry(Measure.DRAIN, 2.0);
    }
    assertThat(folders.get(0)).doesNotExist();
    assertThat(folders.get(1)).doesNotExist();
    Path failed = folders.get(2);
    assertThat(failed.resolve("log")).hasContent("what happened");
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("drain 2 EBB ...", "logs are in " + failed.getParent());

    Files.delete(failed.resolve("log"));
    Files.delete(failed);
    Files.delete(failed.getParent());
  }

  @Test
  void shouldLeaveNothingIfNoRunFails() throws Exception {
    try (Rounds rounds = new Rounds(SETTINGS, EnumSet.allOf(SystemUnderTest.class), false, out)) {
      rounds.play(failingIn(0), 1);
    }
    assertThat(folders.get(0).getParent()).doesNotExist();
  }
}
