package ebb.nodeslist.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.lists.NodesListEvent.DrainQueued;
import ebb.domain.lists.NodesListEvent.QueueChanged;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.queue.FleetLoad;
import ebb.domain.queue.HostGroup;
import ebb.domain.queue.KeptCapacity;
import ebb.domain.queue.Pace;
import ebb.domain.queue.ParallelLimit;
import ebb.domain.queue.QueueChange;
import ebb.domain.queue.QueuePhase;
import ebb.domain.queue.QueueRejection;
import ebb.domain.queue.QueueTurn;
import ebb.domain.queue.QueuedHost;
import ebb.nodeslist.ManagerUnderTest;
import ebb.nodeslist.observed.NodeManagerInfo;
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
  void shouldBeginOnlyWhileTheWindowIsOpen() {
    ask(inWindow("noon"), "h1");
    passes(5);
    assertThat(waiting()).containsExactly("h1");
    assertThat(seen().turns().values())
        .containsExactly(
            new QueueTurn(QueuePhase.CLOSED, Optional.of("noon opens at 2026-11-22T12:05:00Z")));

    test.passes(Duration.ofMinutes(5));
    awaitDrain("h1");
    test.passes(Duration.ofMinutes(10));
    ask(inWindow("noon"), "h2");
    passes(5);
    assertThat(waiting()).containsExactly("h2");
  }

  @Test
  void shouldRefuseAWindowThatIsNotConfigured() {
    TestProbe<NodesListReply> probe = test.kit.createTestProbe();
    test.tell(command(inWindow("moon"), probe, "h1"));

    QueueRefused refused = probe.expectMessageClass(QueueRefused.class);
    assertThat(refused.code()).isEqualTo(QueueRejection.UNKNOWN_WINDOW);
    assertThat(refused.reason()).isEqualTo("ebb.windows has no window moon; it has noon");
    assertThat(test.events(DrainQueued.class)).isEmpty();
  }

  private static Pace inWindow(String name) {
    return pace(Optional.empty(), Optional.empty(), Optional.of(name));
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

  @Test
  void shouldKeepCapacityInServiceWhoeverTakesItOutAndWhoeverLeads() throws Exception {
    for (NodeId node : List.of(ManagerUnderTest.H1, ManagerUnderTest.H2, ManagerUnderTest.H3)) {
      registers(node);
    }
    long size = test.nodes.node(ManagerUnderTest.H1).capacity().orElseThrow().memoryMb();
    Files.writeString(file, "h3\n");
    test.graceful(60);
    test.awaitView(ManagerUnderTest.H3);

    ask(keeping(size), "h1", "h2");
    awaitDrain("h1");
    test.nodes.endDrain(ManagerUnderTest.H1);
    passes(5);
    assertThat(waiting()).containsExactly("h2");
    assertThat(seen().turns().values())
        .singleElement()
        .satisfies(
            turn -> {
              assertThat(turn.phase()).isEqualTo(QueuePhase.KEPT);
              assertThat(turn.why().orElse("")).contains("h2 has", "must stay");
            });

    test.registered.clear();
    test.restarted();
    passes(5);
    assertThat(waiting()).as("after a failover").containsExactly("h2");

    registers(ManagerUnderTest.H2);
    registers(ManagerUnderTest.H3);
    Files.writeString(file, "h1\n");
    test.graceful(60);
    awaitDrain("h2");
  }

  @Test
  void shouldBeginTheNextRackWhenTheEarlierOneHasDrainedWhoeverLeads() {
    registers(ManagerUnderTest.H1, "/rack1");
    registers(ManagerUnderTest.H2, "/rack2");
    registers(ManagerUnderTest.H3, "/rack1");

    ask(pace(Optional.empty(), Optional.of(HostGroup.RACK), Optional.empty()), "h1", "h2", "h3");
    awaitDrain("h1");
    awaitDrain("h3");
    test.nodes.endDrain(ManagerUnderTest.H1);
    test.registered.clear();
    test.restarted();
    test.awaitView(ManagerUnderTest.H3);
    passes(5);

    assertThat(seen().turns().values())
        .extracting(QueueTurn::phase)
        .containsExactly(QueuePhase.OTHER_RACK);
    test.nodes.endDrain(ManagerUnderTest.H3);
    awaitDrain("h2");
  }

  private void registers(NodeId node) {
    registers(node, "/rack1");
  }

  private void registers(NodeId node, String rack) {
    test.registered.put(node, new NodeManagerInfo("3.5.0", rack, List.of("gpu"), List.of()));
  }

  private static Pace keeping(long memoryMb) {
    KeptCapacity kept = new KeptCapacity(memoryMb, Optional.of("gpu"));
    return pace(Optional.of(kept), Optional.empty(), Optional.empty());
  }

  private static Pace pace(
      Optional<KeptCapacity> kept, Optional<HostGroup> group, Optional<String> window) {
    return new Pace(
        new ParallelLimit(9, false), Optional.empty(), Optional.empty(), kept, group, window);
  }

  /** An earlier batch may have ended between the file and its refresh. */
  @Test
  void shouldNotLetAHostBeginBecauseTheFileNamesItAlready() throws Exception {
    String id = queue(1, "h1").id().orElseThrow();
    change(id, QueueChange.HOLD);
    Files.writeString(file, "h1\n");
    queue(1, "h2");

    await()
        .untilAsserted(
            () -> {
              test.passes(SECOND);
              assertThat(seen().problem().orElse("")).contains("whose turn has not come: h1");
            });
    assertThat(waiting()).containsExactly("h1", "h2");

    change(id, QueueChange.RESUME);
    awaitDrain("h1");
    assertThat(waiting()).containsExactly("h2");
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
