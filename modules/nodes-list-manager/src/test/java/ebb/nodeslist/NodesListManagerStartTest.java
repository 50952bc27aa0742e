package ebb.nodeslist;

import static ebb.nodeslist.ManagerUnderTest.H1;
import static ebb.nodeslist.ManagerUnderTest.H2;
import static ebb.nodeslist.ManagerUnderTest.H3;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.ListsHash;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.Origin;
import ebb.nodeslist.lists.FakeLists;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An operator who restarts Ebb finds the lists in force that were in force before. */
class NodesListManagerStartTest {
  @RegisterExtension private final ManagerUnderTest test = new ManagerUnderTest();

  @Test
  void shouldReadTheListsOnTheFirstStart() {
    // given
    test.lists.exclude("h1");
    // when
    test.started();
    // then
    var read = (NodesListEvent.ListsRead) test.changes().get(0);
    var accepted = (NodesListEvent.RefreshAccepted) test.changes().get(1);
    assertThat(test.changes()).hasSize(2);
    assertThat(read.lists().excludes()).containsOnlyKeys("h1");
    assertThat(read.hash()).isEqualTo(ListsHash.of(read.lists()));
    assertThat(accepted.listVersion()).isEqualTo(1);
    assertThat(accepted.type()).isEqualTo(RefreshType.NORMAL);
    assertThat(accepted.configured()).isEqualTo(FakeLists.CONFIGURED);
    assertThat(accepted.decisions()).isEmpty();
    assertThat(accepted.by().origin()).isEqualTo(Origin.START);
    assertThat(accepted.by().actor()).isEqualTo("ebb");
    assertThat(accepted.by().listVersion()).isEqualTo(1);
    assertThat(accepted.by().operationId()).contains(accepted.operationId());
    assertThat(test.admission(H1).verdict()).isEqualTo(HostAdmission.EXCLUDED_BY_HOST);
  }

  @Test
  void shouldNameTheNodesThatItDoesNotKnowYet() {
    // given
    test.started();
    test.join(H1);
    // when
    test.admission(H2);
    // then
    assertThat(test.table(Optional.empty()).unpublished()).containsExactly(H2);
    assertThat(test.table(Optional.of(H2)).unpublished()).containsExactly(H2);
    assertThat(test.table(Optional.of(H1)).unpublished()).isEmpty();
    assertThat(test.table(Optional.of(H3)).unpublished()).isEmpty();
    // and
    test.join(H2);
    assertThat(test.table(Optional.empty()).unpublished()).isEmpty();
  }

  @Test
  @DisplayName("K255, better on purpose: no first start with lists that cannot be read")
  @Tag("case-255")
  void shouldRefuseTheFirstStartWithoutLists() {
    test.lists.breakWith("exclude.xml, line 3: malformed XML");

    test.start();

    test.leadership.expectMessage("refused: exclude.xml, line 3: malformed XML");
    assertThat(test.changes()).isEmpty();
  }

  @Test
  void shouldApplyNoFileOnALaterStart() {
    // given lists in force, and a file that was changed since
    test.lists.exclude("h1");
    test.started();
    List<NodesListEvent> before = test.changes();
    test.lists.exclude("h2");
    // when
    test.restarted();
    // then the file is compared at most
    Awaitility.await().until(() -> test.lists.reads() == 2);
    assertThat(test.listsInForce().lists().excludes()).containsOnlyKeys("h1");
    assertThat(test.listsInForce().listVersion()).isEqualTo(1);
    assertThat(test.changes()).isEqualTo(before);
  }

  @Test
  void shouldStartLaterThoughAFileCannotBeRead() {
    test.lists.exclude("h1");
    test.started();
    test.lists.breakWith("exclude: no such file");

    test.restarted();

    assertThat(test.listsInForce().lists().excludes()).containsOnlyKeys("h1");
  }

  @Test
  void shouldRememberTheRegisterAcrossASnapshot() {
    // given more events than a snapshot needs
    test.started();
    test.join(H1, H2, H3);
    test.lists.exclude("h1");
    test.graceful(60);
    Awaitility.await()
        .until(
            () ->
                !test.snapshots.persistedInStorage(NodesListJournal.PERSISTENCE_ID.id()).isEmpty());
    var lists = test.listsInForce();
    // when
    test.restarted();
    // then
    assertThat(test.listsInForce()).isEqualTo(lists);
    assertThat(test.admission(H3).known()).isTrue();
  }

  @Test
  void shouldWakeDrainingNodesOnStartAndAgainAndAgain() {
    // given a draining node
    test.started();
    test.join(H1, H2);
    test.lists.exclude("h1");
    test.graceful(600);
    test.awaitView(H1);
    // when the leader changes, and nobody sends a message for the node
    int before = test.nodes.asked(H1);
    test.restarted();
    // then
    awaitAttaches(before + 1);
    test.awaitView(H1);
    secondsPassUntilItIsWoken(1);
    assertThat(secondsPassUntilItIsWoken(2)).isEqualTo(test.settings.wakeEvery().toSeconds());
  }

  private long secondsPassUntilItIsWoken(int times) {
    Instant begun = test.clock.instant();
    Awaitility.await()
        .until(
            () -> {
              test.passes(Duration.ofSeconds(1));
              test.listsInForce(); // once the leader has seen that they passed
              return test.nodes.wakes(H1).size() == times;
            });
    return Duration.between(begun, test.clock.instant()).toSeconds();
  }

  private void awaitAttaches(int atLeast) {
    Awaitility.await().until(() -> test.nodes.asked(H1) >= atLeast);
  }

  @Test
  void shouldForgetADrainThatEnded() {
    // given
    test.started();
    test.join(H1);
    test.lists.exclude("h1");
    test.graceful(600);
    // when
    test.nodes.endDrain(H1);
    test.awaitView(H1);
    test.passes(Duration.ofSeconds(10));
    // then
    Awaitility.await().until(() -> test.settled().contains(H1));
  }

  @Test
  void shouldNotForgetADrainThatLasts() {
    // given
    test.started();
    test.join(H1, H2);
    test.lists.exclude("h1", "h2");
    test.graceful(600);
    test.awaitView(H1);
    // when that of another one ends
    test.nodes.endDrain(H2);
    test.awaitView(H2);
    test.passes(Duration.ofSeconds(10));
    // then
    Awaitility.await().until(() -> !test.settled().isEmpty());
    assertThat(test.settled()).containsExactly(H2);
  }
}
