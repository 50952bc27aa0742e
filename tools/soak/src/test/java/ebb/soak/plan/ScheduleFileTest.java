package ebb.soak.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.soak.plan.ScheduleFile.Content;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleFileTest {
  @TempDir private Path folder;

  /** A day has every kind of step. */
  @Test
  void shouldBeReadAsItWasWritten() throws IOException {
    SoakSettings settings = new SoakSettings(3, 3, 5, Duration.ofDays(1));
    Content written = new Content(settings, Schedule.of(settings));
    Path file = Files.write(folder.resolve("schedule"), ScheduleFile.lines(written));
    assertThat(ScheduleFile.read(file)).isEqualTo(written);
  }

  @Test
  void shouldHaveALineForEachStep() throws IOException {
    ScheduledAction step =
        new ScheduledAction(Duration.ofMillis(1500), new Fault.Kill(Target.LEADER, Duration.ZERO));
    SoakSettings settings = new SoakSettings(3, 1, 5, Duration.ofMinutes(2));
    assertThat(ScheduleFile.lines(new Content(settings, List.of(step))))
        .containsExactly(
            "{\"seed\":3,\"instances\":1,\"nodes\":5,\"lasts\":\"PT2M\"}",
            "{\"at\":\"PT1.5S\",\"action\":{\"do\":\"Kill\",\"target\":{\"index\":null},"
                + "\"lasts\":\"PT0S\"}}");
  }

  @Test
  void shouldSayWhatIsNoSchedule() throws IOException {
    Path file = Files.writeString(folder.resolve("schedule"), "{}\nhello\n");
    assertThatThrownBy(() -> ScheduleFile.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("schedule is no schedule: ");
  }

  /** A user who deletes lines runs exactly the remaining ones. */
  @Test
  void shouldBeReadWithoutLinesThatWereDeleted() throws IOException {
    SoakSettings settings = new SoakSettings(3, 3, 5, Duration.ofMinutes(2));
    List<ScheduledAction> steps = Schedule.of(settings);
    List<String> lines = new ArrayList<>(ScheduleFile.lines(new Content(settings, steps)));
    lines.subList(2, lines.size() - 1).clear();
    Path file = Files.write(folder.resolve("schedule"), lines);
    assertThat(ScheduleFile.read(file).steps())
        .containsExactly(steps.get(0), steps.get(steps.size() - 1));
  }

  /** A step that is not carried out would find no defect. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"at\":\"PT1S\",\"action\":{\"do\":\"Kil\"}}",
        "{\"at\":\"PT1S\",\"action\":{\"do\":\"Normal\",\"node\":1}}",
        "{\"at\":\"PT1S\",\"action\":{}}",
        "{\"at\":\"soon\",\"action\":{\"do\":\"Normal\"}}"
      })
  void shouldRefuseAStepThatItDoesNotKnow(String line) throws IOException {
    String settings = "{\"seed\":3,\"instances\":1,\"nodes\":5,\"lasts\":\"PT2M\"}";
    Path file = Files.write(folder.resolve("schedule"), List.of(settings, line));
    assertThatThrownBy(() -> ScheduleFile.read(file)).isInstanceOf(IOException.class);
  }
}
