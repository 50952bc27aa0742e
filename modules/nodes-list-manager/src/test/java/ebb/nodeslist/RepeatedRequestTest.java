package ebb.nodeslist;

import static ebb.nodeslist.ManagerUnderTest.ALICE;
import static ebb.nodeslist.ManagerUnderTest.H1;
import static ebb.nodeslist.ManagerUnderTest.H2;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DrainTimeout;
import ebb.domain.NodeState;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.RequestKey;
import ebb.domain.lists.Tracking;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.refresh.RefreshRequest;
import ebb.hosts.RefreshRejection;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import ebb.nodeslist.protocol.NodesListReply.Rejected;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is sent twice is done once, and what was replaced does not come back unnoticed. */
class RepeatedRequestTest {
  private static final Initiator BOB = Initiator.system("bob", Origin.HTTP);

  @RegisterExtension private final ManagerUnderTest test = new ManagerUnderTest().leading(H1, H2);

  // ---- keys ----

  @Test
  void shouldAnswerARepeatedRequestAsBeforeAndDoNothing() {
    // given
    test.lists.exclude("h1");
    Refreshed first = accepted(keyed("key", "print"), ALICE);
    // when, with other lists meanwhile
    test.lists.exclude("h1", "h2");
    Refreshed again = accepted(keyed("key", "print"), ALICE);
    // then; that the nodes have applied it may not be on record yet
    assertThat(again.operationId()).isEqualTo(first.operationId());
    assertThat(again.listVersion()).isEqualTo(first.listVersion());
    assertThat(again.decisions()).isEqualTo(first.decisions());
    assertThat(test.events(RefreshAccepted.class)).hasSize(2); // with the first start's
    assertThat(test.nodes.node(H2).state()).isEqualTo(NodeState.RUNNING);
  }

  /** Those of the same operation; a node that got a newer order has done with this one. */
  @Test
  void shouldNameTheNodesThatHaveNotAppliedYet() {
    // given
    test.nodes.makeDeaf(H1);
    test.lists.exclude("h1", "h2");
    var first = test.ask(keyed("key", "print"), ALICE, false);
    Awaitility.await().until(() -> test.nodes.node(H2).drain().isPresent());
    test.awaitView(H2);
    // when
    assertThat(accepted(keyed("key", "print"), ALICE).pending()).containsExactly(H1);
    // when another refresh calls the drains off
    test.lists.exclude();
    test.refresh(RefreshType.GRACEFUL, Optional.empty());
    Awaitility.await().until(() -> test.events(RefreshAccepted.class).size() == 3);
    // then
    assertThat(accepted(keyed("key", "print"), ALICE).pending()).isEmpty();
    test.passes(Duration.ofSeconds(2));
    first.expectMessageClass(Refreshed.class);
  }

  @Test
  void shouldKnowTheKeyAfterARestartFromEventsAndFromASnapshot() {
    test.lists.exclude("h1");
    Refreshed first = accepted(keyed("key", "print"), ALICE);
    test.restarted();
    assertThat(accepted(keyed("key", "print"), ALICE).operationId()).isEqualTo(first.operationId());
    // when so much happens that a snapshot is stored
    for (int i = 1; i <= 2 * test.settings.snapshotEvery(); i++) {
      test.graceful(60 + i);
    }
    assertThat(test.snapshots.persistedInStorage(NodesListJournal.PERSISTENCE_ID.id()))
        .isNotEmpty();
    test.restarted();
    // then
    assertThat(accepted(keyed("key", "print"), ALICE).operationId()).isEqualTo(first.operationId());
  }

  @Test
  void shouldRefuseTheKeyOfSomebodyElse() {
    test.lists.exclude("h1");
    accepted(keyed("key", "print"), ALICE);

    assertThat(refused(keyed("key", "print"), BOB)).isEqualTo(RefreshRejection.KEY_REUSED);
    assertThat(test.events(RefreshAccepted.class)).hasSize(2);
  }

  @Test
  void shouldTakeTheSecondOfTwoThatComeTogetherForARepetition() {
    test.lists.exclude("h1");

    var first = test.ask(keyed("key", "print"), ALICE, false);
    var second = test.ask(keyed("key", "print"), ALICE, false);

    String operation = first.expectMessageClass(Refreshed.class).operationId();
    assertThat(second.expectMessageClass(Refreshed.class).operationId()).isEqualTo(operation);
    assertThat(test.events(RefreshAccepted.class)).hasSize(2);
  }

  @Test
  void shouldNotSpendAKeyOnADryRun() {
    test.lists.exclude("h1");
    test.ask(keyed("key", "dry"), ALICE, true).expectMessageClass(Refreshed.class);

    assertThat(accepted(keyed("key", "print"), ALICE).operationId()).isNotEmpty();
  }

  // ---- older lists ----

  @Test
  void shouldRefuseListsThatWereReplacedUnlessTheyAreMeant() {
    // given
    test.lists.exclude("h1");
    test.graceful(60);
    test.lists.exclude("h1", "h2");
    test.graceful(60);
    var before = test.listsInForce();
    // when somebody refreshes with an old copy, after a restart too
    test.lists.exclude("h1");
    test.restarted();
    assertThat(refused(strict(false), ALICE)).isEqualTo(RefreshRejection.OLDER_LISTS);
    // then
    assertThat(test.listsInForce()).isEqualTo(before);
    assertThat(test.nodes.node(H2).state()).isEqualTo(NodeState.DECOMMISSIONING);
    // when it is meant
    accepted(strict(true), ALICE);
    assertThat(test.nodes.node(H2).state()).isEqualTo(NodeState.RUNNING);
    // then what was in force until now is old for the next leader
    test.lists.exclude("h1", "h2");
    test.restarted();
    assertThat(refused(strict(false), ALICE)).isEqualTo(RefreshRejection.OLDER_LISTS);
  }

  /** As configuration management does at each recommission. */
  @Test
  void shouldTakeContentThatReturnsUnderTheEyesOfTheLeader() {
    test.lists.exclude("h1");
    accepted(strict(false), ALICE);
    test.lists.exclude("h1", "h2");
    accepted(strict(false), ALICE);
    // when
    test.lists.exclude("h1");
    test.ask(strict(false), ALICE, true).expectMessageClass(Refreshed.class);
    accepted(strict(false), ALICE);
    // then
    assertThat(test.nodes.node(H2).state()).isEqualTo(NodeState.RUNNING);
    // and so each time, whichever list it is
    test.lists.include("h1", "h2");
    accepted(strict(false), ALICE);
    test.lists.include("h1", "h2", "h3");
    accepted(strict(false), ALICE);
    test.lists.include("h1", "h2");
    accepted(strict(false), ALICE);
  }

  /** The leader failed over to a host whose own copy was never brought up to date. */
  @Test
  void shouldTakeACopyOfAnotherHostOnlyOnceItIsWrittenAnew() {
    test.lists.exclude("h1");
    accepted(strict(false), ALICE);
    test.lists.exclude("h1", "h2");
    accepted(strict(false), ALICE);
    test.lists.exclude("h1");
    test.restarted();
    assertThat(refused(strict(false), ALICE)).isEqualTo(RefreshRejection.OLDER_LISTS);
    // when somebody brings it up to date, and takes the host out again later
    test.lists.exclude("h1", "h2");
    accepted(strict(false), ALICE);
    test.lists.exclude("h1");
    // then
    accepted(strict(false), ALICE);
    assertThat(test.nodes.node(H2).state()).isEqualTo(NodeState.RUNNING);
  }

  @Test
  void shouldGoByTheFileSystemWhereTheLeaderHasSeenNoChange() {
    test.lists.exclude("h1");
    accepted(strict(false), ALICE);
    test.passes(Duration.ofMinutes(1));
    test.lists.exclude("h1", "h2");
    accepted(strict(false), ALICE);
    test.passes(Duration.ofHours(1));
    test.lists.exclude("h1");
    test.restarted();
    // when the copy that the new leader finds was written before, and after
    test.lists.wereWritten(Duration.ofMinutes(61));
    assertThat(refused(strict(false), ALICE)).isEqualTo(RefreshRejection.OLDER_LISTS);
    test.lists.wereWritten(Duration.ofMinutes(59));
    // then
    accepted(strict(false), ALICE);
  }

  @Test
  void shouldForceWhateverTheFilesHold() {
    test.lists.exclude("h1");
    test.graceful(60);
    test.lists.exclude();

    accepted(
        new RefreshRequest(
            RefreshType.FORCEFUL,
            Optional.empty(),
            Tracking.SERVER,
            Optional.empty(),
            false,
            false,
            Optional.empty()),
        ALICE);

    assertThat(test.nodes.node(H1).state()).isEqualTo(NodeState.DECOMMISSIONED);
  }

  // ---- client tracking ----

  @Test
  void shouldKeepTheClientsTimeoutAsTheDeadlineOfItsDrains() {
    test.lists.exclude("h1");

    Refreshed answer =
        accepted(
            new RefreshRequest(
                RefreshType.GRACEFUL,
                Optional.of(DrainTimeout.ofSeconds(90)),
                Tracking.CLIENT,
                Optional.empty(),
                true,
                false,
                Optional.empty()),
            ALICE);

    var drain = test.nodes.node(H1).drain().orElseThrow();
    assertThat(drain.timeout()).isEqualTo(DrainTimeout.ofSeconds(90));
    assertThat(drain.timeoutSource()).isEqualTo(TimeoutSource.CLIENT);
    assertThat(test.operation(answer.operationId()).operation().orElseThrow().summary().tracking())
        .isEqualTo(Tracking.CLIENT);
  }

  private static RefreshRequest keyed(String key, String fingerprint) {
    return new RefreshRequest(
        RefreshType.GRACEFUL,
        Optional.of(DrainTimeout.ofSeconds(60)),
        Tracking.SERVER,
        Optional.empty(),
        true,
        false,
        Optional.of(new RequestKey(key, fingerprint)));
  }

  private static RefreshRequest strict(boolean acceptOlder) {
    return new RefreshRequest(
        RefreshType.GRACEFUL,
        Optional.empty(),
        Tracking.SERVER,
        Optional.empty(),
        acceptOlder,
        false,
        Optional.empty());
  }

  private Refreshed accepted(RefreshRequest request, Initiator initiator) {
    return test.ask(request, initiator, false).expectMessageClass(Refreshed.class);
  }

  private RefreshRejection refused(RefreshRequest request, Initiator initiator) {
    return test.ask(request, initiator, false).expectMessageClass(Rejected.class).code();
  }
}
