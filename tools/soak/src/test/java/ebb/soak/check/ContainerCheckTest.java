package ebb.soak.check;

import static ebb.soak.check.RecordedRun.NODE;
import static ebb.soak.check.RecordedRun.at;
import static ebb.soak.check.RecordedRun.by;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.check.Breach.Promise;
import ebb.domain.DecommissionCause;
import ebb.domain.NodeEvent.NodeHealthChanged;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ContainerCheckTest {
  private final RecordedRun run = new RecordedRun();

  @Test
  void shouldFindAContainerThatIsKilledOnANodeInService() {
    run.registered();
    run.killed.add(new KilledContainer(NODE, "container_1", at(30), at(40), List.of(at(0))));
    assertThat(run.broken()).containsExactly(Promise.NO_CONTAINER_KILLED);
  }

  @Test
  void shouldLetAContainerBeKilledOfANodeThatHasLeftMeanwhile() {
    run.registered();
    run.started(31, 60);
    run.ended(DecommissionCause.FORCED, 35);
    run.killed.add(new KilledContainer(NODE, "container_1", at(30), at(40), List.of(at(0))));
    assertThat(run.breaches()).isEmpty();
  }

  @Test
  void shouldLetAContainerBeKilledOfANodeThatIsIll() {
    run.registered();
    run.ofNode(new NodeHealthChanged(NODE, false, "disk", by("rm1", Optional.empty(), 35)));
    run.killed.add(new KilledContainer(NODE, "container_1", at(30), at(40), List.of(at(0))));
    assertThat(run.breaches()).isEmpty();
  }

  @Test
  void shouldFindAContainerThatADrainDidNotWaitFor() {
    run.registered();
    run.started(31, 60);
    run.ended(DecommissionCause.READY, 60);
    run.killed.add(new KilledContainer(NODE, "container_1", at(30), at(61), List.of(at(0))));
    assertThat(run.broken()).containsExactly(Promise.NO_CONTAINER_KILLED);
  }

  @Test
  void shouldFindAContainerThatIsKilledBeforeItsNodeLeaves() {
    run.registered();
    run.killed.add(new KilledContainer(NODE, "container_1", at(30), at(40), List.of(at(0))));
    run.ofNode(new NodeLost(NODE, by("rm1", Optional.empty(), 43)));
    assertThat(run.broken()).containsExactly(Promise.NO_CONTAINER_KILLED);
  }

  /** It loses them when it reports that it is unhealthy, and its event waits for the journal. */
  @Test
  void shouldLetAContainerBeKilledOfANodeWhoseIllnessIsWrittenLater() {
    run.registered();
    run.ofNode(new NodeHealthChanged(NODE, false, "disk", by("rm1", Optional.empty(), 43)));
    run.killed.add(new KilledContainer(NODE, "container_1", at(30), at(40), List.of(at(0))));
    assertThat(run.breaches()).isEmpty();

    run.killed.add(new KilledContainer(NODE, "container_2", at(30), at(39), List.of(at(0))));
    assertThat(run.broken()).containsExactly(Promise.NO_CONTAINER_KILLED);
  }

  /** The scheduler has it, and the node not yet. */
  @Test
  void shouldLetAContainerBeKilledThatWasPlacedAtARegistration() {
    run.registered();
    run.killed.add(new KilledContainer(NODE, "before", at(30), at(60), List.of(at(44))));
    run.killed.add(new KilledContainer(NODE, "after", at(30), at(60), List.of(at(16))));
    assertThat(run.breaches()).isEmpty();

    run.killed.add(new KilledContainer(NODE, "long-after", at(30), at(60), List.of(at(15))));
    run.killed.add(new KilledContainer(NODE, "long-before", at(30), at(60), List.of(at(45))));
    assertThat(run.broken())
        .containsExactly(Promise.NO_CONTAINER_KILLED, Promise.NO_CONTAINER_KILLED);
  }

  @Test
  void shouldLetAContainerBeKilledThatADrainDidNotKnow() {
    run.registered();
    run.started(31, 60);
    run.ended(DecommissionCause.READY, 60);
    run.killed.add(new KilledContainer(NODE, "container_1", at(46), at(61), List.of(at(0))));
    assertThat(run.breaches()).isEmpty();
  }

  @Test
  void shouldExcuseNoContainerByTheEndOfAnotherNode() {
    run.registered();
    run.ofNode(new NodeLost(NODE, by("rm1", Optional.empty(), 35)));
    NodeId other = new NodeId("nm2", 1);
    run.killed.add(new KilledContainer(other, "container_1", at(30), at(40), List.of(at(0))));
    assertThat(run.broken()).containsExactly(Promise.NO_CONTAINER_KILLED);
  }
}
