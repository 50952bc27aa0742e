package ebb.nodeslist.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.NodeState;
import ebb.domain.lists.NodesListEvent.DrainQueued;
import ebb.domain.lists.NodesListEvent.QueueChanged;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.queue.FleetLoad;
import ebb.domain.queue.Pace;
import ebb.domain.queue.ParallelLimit;
import ebb.domain.queue.QueueChange;
import ebb.domain.queue.QueueRejection;
import ebb.domain.queue.QueuedHost;
import ebb.nodeslist.ManagerUnderTest;
import ebb.nodeslist.protocol.DrainQueueCommand;
import ebb.nodeslist.protocol.NodesListReply;
import ebb.nodeslist.protocol.NodesListReply.QueueRefused;
import ebb.nodeslist.protocol.NodesListReply.QueueSeen;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The leader lets queued hosts drain a few at a time. */
class NodesListManagerQueueTest extends EditedFileFixture {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @BeforeEach
  void join() throws Exception {
    Files.writeString(file, "");
    test.lists.readFile();
    test.join(ManagerUnderTest.H1, ManagerUnderTest.H2, ManagerUnderTest.H3);
  }

  @Test
  void shouldDrainTheNextHostWhenOneHasEnded() throws Exception {
    QueueSeen queued = queue(1, "h3", "h1");
    assertThat(queued.load()).isEqualTo(new FleetLoad(0, 3));
    assertThat(file).as("before its turn").isEmptyFile();

    awaitDrain("h3");
    assertThat(waiting()).containsExactly("h1");
    passes(20);
    assertThat(file).hasContent("h3\n");

    test.nodes.endDrain(ManagerUnderTest.H3);
    awaitDrain("h1");
    assertThat(seen().drains()).isEmpty();
    assertThat(file).hasContent("h3\nh1\n");
    assertThat(test.events(RefreshAccepted.class))
        .filteredOn(refresh -> !refresh.decisions().isEmpty())
        .allSatisfy(
            refresh -> {
              assertThat(refresh.by().actor()).isEqualTo("alice");
              assertThat(refresh.by().reason())
                  .contains("new disks (queued drain " + queued.id().orElseThrow() + ")");
            });
  }

  @Test
  void shouldCountTheDrainsOfOthers() throws Exception {
    Files.writeString(file, "h2\n");
    test.graceful(60);

    queue(1, "h1");
    passes(5);

    assertThat(waiting()).containsExactly("h1");
    test.nodes.endDrain(ManagerUnderTest.H2);
    awaitDrain("h1");
  }

  @Test
  void shouldGoOnAfterAFailover() {
    queue(1, "h1", "h2");
    awaitDrain("h1");

    test.restarted();
    test.awaitView(ManagerUnderTest.H1);
    passes(5);

    assertThat(waiting()).containsExactly("h2");
    test.nodes.endDrain(ManagerUnderTest.H1);
    awaitDrain("h2");
  }

  @Test
  void shouldHoldResumeAndCancel() {
    String id = queue(1, "h1", "h2").id().orElseThrow();
    change(id, QueueChange.HOLD);
    passes(5);
    assertThat(waiting()).containsExactly("h1", "h2");

    change(id, QueueChange.RESUME);
    awaitDrain("h1");
    change(id, QueueChange.CANCEL);
    test.nodes.endDrain(ManagerUnderTest.H1);
    passes(5);

    assertThat(test.nodes.node(ManagerUnderTest.H2).state()).isEqualTo(NodeState.RUNNING);
    assertThat(refusalOf(id)).isEqualTo(QueueRejection.UNKNOWN_QUEUED_DRAIN);
    assertThat(test.events(QueueChanged.class))
        .extracting(QueueChanged::change)
        .containsExactly(QueueChange.HOLD, QueueChange.RESUME, QueueChange.CANCEL);
  }

  @Test
  void shouldDropTheHostsThatWaitWhenTheTimeIsOver() {
    Instant start = test.clock.instant();
    ask(
        new Pace(
            new ParallelLimit(1, false),
            Optional.of(start.plusSeconds(60)),
            Optional.of(start.plusSeconds(120))),
        "h1",
        "h2");
    passes(50);
    assertThat(waiting()).containsExactly("h1", "h2");

    test.passes(Duration.ofSeconds(11));
    awaitDrain("h1");
    test.passes(Duration.ofSeconds(60));

    await().until(() -> seen().drains().isEmpty());
    assertThat(test.nodes.node(ManagerUnderTest.H2).state()).isEqualTo(NodeState.RUNNING);
  }

  @Test
  void shouldTryAgainAndSayWhyNothingBegins() {
    test.lists.hideWith("the disk is gone");
    queue(1, "h1");

    await()
        .untilAsserted(
            () -> {
              test.passes(SECOND);
              assertThat(seen().problem()).contains("the disk is gone");
            });
    test.lists.show();
    awaitDrain("h1");
    await().until(() -> seen().problem().isEmpty());
  }

  /** It is for a person to decide whether those are put in force. */
  @Test
  void shouldBeginNothingWhileTheFileHoldsEditsOfOthers() throws Exception {
    Files.writeString(file, "h2\n");
    queue(1, "h1");

    await()
        .untilAsserted(
            () -> {
              test.passes(SECOND);
              assertThat(seen().problem().orElse("")).contains("edits that are not in force");
            });
    assertThat(waiting()).containsExactly("h1");
    assertThat(file).hasContent("h2\n");

    Files.writeString(file, "");
    awaitDrain("h1");
  }

  @Test
  void shouldRefuseAtOnceWhileTheJournalIsAway() {
    test.loseJournal();

    TestProbe<NodesListReply> probe = test.kit.createTestProbe();
    test.tell(command(pace(1), probe, "h1"));

    assertThat(probe.expectMessageClass(QueueRefused.class).code())
        .isEqualTo(QueueRejection.JOURNAL_UNAVAILABLE);
    assertThat(test.events(DrainQueued.class)).isEmpty();
  }

  private void awaitDrain(String host) {
    await()
        .until(
            () -> {
              test.passes(SECOND);
              return Stream.of(ManagerUnderTest.H1, ManagerUnderTest.H2, ManagerUnderTest.H3)
                  .filter(node -> node.host().equals(host))
                  .allMatch(node -> test.nodes.node(node).state() == NodeState.DECOMMISSIONING);
            });
  }

  private void passes(int seconds) {
    for (int i = 0; i < seconds; i++) {
      test.passes(SECOND);
    }
  }

  private QueueSeen queue(int limit, String... hosts) {
    return ask(pace(limit), hosts);
  }

  private static Pace pace(int limit) {
    return new Pace(new ParallelLimit(limit, false), Optional.empty(), Optional.empty());
  }

  private QueueSeen ask(Pace pace, String... hosts) {
    TestProbe<NodesListReply> probe = test.kit.createTestProbe();
    test.tell(command(pace, probe, hosts));
    return probe.expectMessageClass(QueueSeen.class);
  }

  private static DrainQueueCommand command(
      Pace pace, TestProbe<NodesListReply> probe, String... hosts) {
    return new DrainQueueCommand.QueueDrain(
        Stream.of(hosts).map(host -> new QueuedHost(host, Optional.empty())).toList(),
        pace,
        false,
        false,
        ManagerUnderTest.ALICE,
        probe.getRef());
  }

  private void change(String id, QueueChange change) {
    TestProbe<NodesListReply> probe = test.kit.createTestProbe();
    test.tell(
        new DrainQueueCommand.ChangeQueue(id, change, ManagerUnderTest.ALICE, probe.getRef()));
    probe.expectMessageClass(QueueSeen.class);
  }

  private QueueRejection refusalOf(String id) {
    TestProbe<NodesListReply> probe = test.kit.createTestProbe();
    test.tell(
        new DrainQueueCommand.ChangeQueue(
            id, QueueChange.HOLD, ManagerUnderTest.ALICE, probe.getRef()));
    return probe.expectMessageClass(QueueRefused.class).code();
  }

  private QueueSeen seen() {
    TestProbe<NodesListReply> probe = test.kit.createTestProbe();
    test.tell(new DrainQueueCommand.GetQueue(probe.getRef()));
    return probe.expectMessageClass(QueueSeen.class);
  }

  private List<String> waiting() {
    return seen().drains().stream()
        .flatMap(drain -> drain.waiting().stream())
        .map(QueuedHost::host)
        .toList();
  }
}
