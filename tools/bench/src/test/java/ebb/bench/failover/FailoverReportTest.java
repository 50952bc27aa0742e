package ebb.bench.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import ebb.bench.CommonOptions;
import ebb.bench.failover.FailoverReport.Round;
import ebb.cli.client.CommandException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailoverReportTest {
  private static final FailoverSettings SETTINGS =
      new FailoverSettings(1000, 10_000, 2, 64, 64, 512, 0, 1, 1);

  private static final Instant BEGUN = Instant.parse("2026-11-22T12:00:00Z");

  private final FailoverReport report =
      new FailoverReport(
          SETTINGS, List.of(round(1, 18, 0), round(2, 31.5, 0), round(3, 19, 2)), BEGUN);

  @TempDir private Path folder;

  @Test
  void shouldSayWhichTargetsAreMet() {
    assertThat(report.table().lines())
        .anyMatch(line -> line.matches("kill +the last node +s +19 +18 to 31.50 +<= 30.* NO"))
        .anyMatch(line -> line.matches("kill +containers lost +0 +0 to 2 +<= 0 +NO"))
        .noneMatch(line -> line.startsWith("drain"));
  }

  @Test
  void shouldEndWithAFailureWhenALimitIsMissed() {
    assertThat(report.missed())
        .containsExactly("kill: the last node <= 30, median 20", "kill: containers lost <= 0");
    assertThatThrownBy(() -> CommonOptions.requireMet(report.missed()))
        .isInstanceOf(CommandException.class)
        .hasMessage("not met: kill: the last node <= 30, median 20; kill: containers lost <= 0");
  }

  @Test
  void shouldNotFailWhenAllLimitsAreMet() {
    var met = new FailoverReport(SETTINGS, List.of(round(1, 18, 0), round(2, 20, 0)), BEGUN);
    assertThat(met.missed()).isEmpty();
  }

  @Test
  void shouldKeepEveryRound() throws Exception {
    Path file = folder.resolve("figures.json");
    report.write(file);
    var json = new ObjectMapper().readTree(file.toFile());
    assertThat(json.path("rounds")).hasSize(3);
    assertThat(json.path("rounds").path(1).path("LAST").asDouble()).isEqualTo(31.5);
    assertThat(json.path("measures").path(0).path("scenario").asText()).isEqualTo("kill");
    assertThat(json.path("measures").path(0).path("most").asDouble()).isEqualTo(31.5);
    assertThat(json.path("measures").path(0).path("met").asBoolean(true)).isFalse();
    assertThat(json.path("settings").path("many").asInt()).isEqualTo(10_000);
  }

  private static Round round(int number, double last, double lost) {
    return new Round(
        FailoverScenario.KILL,
        number,
        Optional.of(0.5),
        Map.of(FailoverMeasure.LAST, last, FailoverMeasure.CONTAINERS_LOST, lost));
  }
}
