package ebb.journal;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.NodeEvent;
import ebb.journal.database.JournalSettings;
import ebb.journal.event.JournaledEvent;
import ebb.journal.replay.JournalReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An operator kills the ResourceManager with SIGKILL, again and again and at any moment: every
 * event that it had acknowledged is still there, nothing is missing in between, and the journal can
 * be opened as it is, by an instance that remembers what it acknowledged. {@code -Dkills=N} for
 * more than the usual number of times.
 */
@ParameterizedClass
@EnumSource(TestDatabase.class)
final class DurabilityIT {
  private final TestDatabase kind;

  private static final int KILLS = Integer.getInteger("kills", 8);
  private static final int LONGEST_LIFE_MILLIS = 800;

  @TempDir Path folder;

  private final long seed = Long.getLong("seed", System.nanoTime());
  private final Random random = new Random(seed);

  /** The last number that each node acknowledged, over all lives. */
  private final Map<String, Long> acknowledged = new HashMap<>();

  private long term;
  private JournalSettings settings;

  DurabilityIT(TestDatabase kind) {
    this.kind = kind;
  }

  @BeforeEach
  void chooseAPlace() {
    settings = kind.emptyJournal(folder);
  }

  @Test
  void shouldKeepEveryAcknowledgedEventWhateverIsKilled() throws Exception {
    System.out.println("DurabilityIT: " + kind + ", " + KILLS + " kills, -Dseed=" + seed);
    for (int life = 1; life <= KILLS; life++) {
      // when
      writeUntilKilled();
      // then
      assertThat(acknowledged).as("acknowledged in life %d", life).isNotEmpty();
      assertEverythingIsThere("after kill " + life + ", seed " + seed);
    }
    assertThat(term).isEqualTo(KILLS);
    // and a clean stop changes nothing
    TestDatabase.openAsTheSame(settings).close();
    assertEverythingIsThere("after the clean stop, seed " + seed);
  }

  private void writeUntilKilled() throws IOException {
    Path log = folder.resolve("writer.log");
    try (var writer = ChildJvm.start(KilledWriter.class, log, TestDatabase.arguments(settings))) {
      takeTerm(writer, log);
      noteAcknowledged(writer.readLine());
      long killAt = System.nanoTime() + 1_000_000L * random.nextInt(LONGEST_LIFE_MILLIS);
      while (System.nanoTime() < killAt) {
        noteAcknowledged(writer.readLine());
      }
      writer.kill();
      // What it managed to say before its end is in the pipe.
      for (String line = writer.readLine(); line != null; line = writer.readLine()) {
        noteAcknowledged(line);
      }
    }
  }

  private void takeTerm(ChildJvm writer, Path log) throws IOException {
    String line = writer.readLine();
    assertThat(line).as(Files.readString(log)).isEqualTo("term " + (term + 1));
    term++;
  }

  private void noteAcknowledged(@Nullable String line) {
    assertThat(line).matches("n\\d+:1 \\d+");
    String[] nodeAndNumber = String.valueOf(line).split(" ", 2);
    acknowledged.put(nodeAndNumber[0], Long.valueOf(nodeAndNumber[1]));
  }

  private void assertEverythingIsThere(String when) {
    Map<String, Long> found = new HashMap<>();
    try (var reader = JournalReader.open(settings.database())) {
      reader
          .events()
          .forEach(
              row -> {
                var event = (NodeEvent.NodeHealthChanged) ((JournaledEvent.OfNode) row).event();
                long number = row.position().sequenceNumber();
                assertThat(found.merge(event.nodeId().toString(), 1L, Long::sum))
                    .as("number of %s %s", row.position(), when)
                    .isEqualTo(number);
                assertThat(event.report()).as("content %s", when).startsWith(number + " ");
              });
    }
    acknowledged.forEach(
        (node, number) ->
            assertThat(found.getOrDefault(node, 0L))
                .as("events of %s that are there, %s", node, when)
                .isGreaterThanOrEqualTo(number));
  }
}
