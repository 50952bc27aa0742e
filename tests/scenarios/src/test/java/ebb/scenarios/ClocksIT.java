package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.cluster.ResourceManagerProcess;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.journal.event.JournaledEvent;
import ebb.soak.fault.WrongClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The clocks of the machines differ: rm1's is an hour ahead, rm2's an hour behind. The database's
 * clock counts.
 */
@Tag("long")
@TestMethodOrder(MethodOrderer.MethodName.class)
class ClocksIT {
  private static final Duration HOUR = Duration.ofHours(1);

  private static KilledCluster cluster;

  private Instant begun = Instant.MAX;

  @BeforeAll
  static void start() {
    cluster = KilledCluster.prepare();
    List<ResourceManagerProcess> instances = cluster.instances();
    Path folder = cluster.files().folder().tmp();
    instances.get(0).runWith(List.of(WrongClock.of(folder, "rm1", HOUR).jvmOption()));
    instances.get(1).runWith(List.of(WrongClock.of(folder, "rm2", HOUR.negated()).jvmOption()));
    // The oldest member leads, then the next one.
    cluster.startOneAfterTheOther();
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  @AfterEach
  void checkTheJournal() {
    cluster.checkJournal();
    List<JournaledEvent> all = cluster.written().all();
    assertThat(all).filteredOn(event -> !event.by().at().isBefore(begun)).isNotEmpty();
    assertThat(all)
        .allMatch(event -> event.by().at().isBefore(Instant.now()), "was written before now")
        .allMatch(event -> event.by().at().isAfter(cluster.begun()), "was written since the start");
  }

  /** An operator finds the difference in the log, and nowhere else. */
  @Test
  void shouldLeadByTheClockOfTheDatabaseWithOneThatIsAhead() throws IOException {
    begun = Instant.now();
    ResourceManagerProcess leader = cluster.leader();
    assertThat(leader.name()).isEqualTo("rm1");
    assertThat(clockWarnings(leader))
        .singleElement()
        .asString()
        .containsPattern("PT(1H|59M59).*ahead of");

    DrainingNodes draining = DrainingNodes.begin(cluster, "127.0.24");

    draining.expectToEndAsTheyWould();
    assertThat(cluster.leader().name()).isEqualTo(leader.name());
    expectDrainsOnEachInstance();
  }

  /** An operator sees the same deadlines as under the leader with the other clock. */
  @Test
  void shouldTakeOverByTheClockOfTheDatabaseWithOneThatIsBehind() throws IOException {
    begun = Instant.now();
    DrainingNodes draining = DrainingNodes.begin(cluster, "127.0.25");
    ResourceManagerProcess ahead = cluster.leader();
    assertThat(ahead.name()).isEqualTo("rm1");

    cluster.kill(ahead);

    draining.expectToEndAsTheyWould();
    ResourceManagerProcess leader = cluster.leader();
    assertThat(leader.name()).isEqualTo("rm2");
    assertThat(clockWarnings(leader))
        .singleElement()
        .asString()
        .containsPattern("PT(1H|59M59).*behind");
  }

  private static List<String> clockWarnings(ResourceManagerProcess instance) {
    return cluster.files().logged(instance.name(), "The clock of this machine is PT");
  }

  /** So that each clock has armed a deadline. */
  private static void expectDrainsOnEachInstance() {
    assertThat(cluster.written().events(DecommissioningStarted.class))
        .extracting(started -> started.by().instance())
        .contains("rm1", "rm2", "rm3");
  }
}
