package ebb.nodeslist;

import static ebb.nodeslist.ManagerUnderTest.H1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.NodeId;
import ebb.domain.lists.RefreshType;
import ebb.hosts.RefreshRejection;
import ebb.nodeslist.observed.ObservedApplication;
import ebb.nodeslist.observed.ObservedContainer;
import ebb.nodeslist.observed.WorkView;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A list on a dead file system: refreshes are refused in bounded time, and one thread waits. */
class NodesListManagerHangTest {
  @RegisterExtension
  private final ManagerUnderTest test =
      new ManagerUnderTest(
              """
              ebb.nodes-list-manager.read-timeout = 300ms
              ebb.nodes-list-manager.waiting-refreshes = 2
              ebb.nodes-list-manager.startup-stash = 5
              """)
          .leading(H1);

  @Test
  void shouldRefuseRefreshesWhileAFileHangsAndRecoverWhenItDoesNot() {
    // given
    test.lists.exclude("h1");
    test.lists.hang(true);
    int reads = test.lists.reads();
    // when
    assertThat(refused(RefreshType.GRACEFUL).reason()).contains("not read within");
    test.clock.add(Duration.ofSeconds(1));
    // then the next ones need not wait, and hold no thread
    for (int i = 0; i < 40; i++) {
      NodesListReply.Rejected answer = refused(RefreshType.NORMAL);
      assertThat(answer.code()).isEqualTo(RefreshRejection.LIST_UNREADABLE);
      assertThat(answer.reason()).contains("has not come back");
    }
    assertThat(test.lists.reads()).isEqualTo(reads + 1);
    // and registrations and forced refreshes go on
    assertThat(test.admission(ManagerUnderTest.H2).known()).isFalse();
    assertThat(test.refresh(RefreshType.FORCEFUL, Optional.empty()).receiveMessage())
        .isInstanceOf(NodesListReply.Refreshed.class);
    // when the file system is back
    test.lists.hang(false);
    // then
    await()
        .until(
            () ->
                test.refresh(RefreshType.GRACEFUL, Optional.empty()).receiveMessage()
                    instanceof NodesListReply.Refreshed);
    assertThat(test.listsInForce().lists().excludes()).containsOnlyKeys("h1");
  }

  @Test
  void shouldLeadWhileHadoopHoldsItsLocks() {
    // given a ResourceManager that does not say what runs
    CountDownLatch lock = new CountDownLatch(1);
    test.work = Optional.of(new Locked(lock));
    TestProbe<NodeTableCommand.Work> caller = test.kit.createTestProbe();
    // when
    test.tell(
        new NodeTableCommand.DescribeWork(Set.of("app-1"), Optional.empty(), true, caller.ref()));
    // then
    try {
      assertThat(test.view()).containsExactly(H1);
      assertThat(lock.getCount()).isEqualTo(1);
      assertThat(caller.receiveMessage()).isEqualTo(NodeTableCommand.Work.NOTHING);
    } finally {
      lock.countDown();
    }
  }

  private record Locked(CountDownLatch lock) implements WorkView {
    @Override
    public boolean areAclsEnabled() {
      return false;
    }

    @Override
    public List<ObservedApplication> applications(Collection<String> ids) {
      try {
        lock.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return List.of();
    }

    @Override
    public List<ObservedContainer> containers(NodeId nodeId) {
      return List.of();
    }
  }

  @Test
  void shouldSayWhatIsInForceThoughAFileHangs() {
    test.lists.hang(true);
    TestProbe<NodesListReply> probe = test.kit.createTestProbe();

    test.tell(new NodesListCommand.DescribeLists(probe.getRef()));

    var seen = probe.expectMessageClass(NodesListReply.ListsSeen.class);
    assertThat(seen.listVersion()).isEqualTo(1);
    assertThat(seen.files().lists()).isEmpty();
    assertThat(seen.files().problem().orElseThrow()).contains("not read within");
  }

  @Test
  void shouldLetOnlySoManyRefreshesWait() {
    // given one that is under way, and two that wait
    test.lists.hang(true);
    List<TestProbe<NodesListReply>> patient = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      patient.add(test.refresh(RefreshType.NORMAL, Optional.empty()));
    }
    // when
    var answer =
        test.refresh(RefreshType.NORMAL, Optional.empty())
            .expectMessageClass(NodesListReply.Rejected.class);
    // then
    assertThat(answer.code()).isEqualTo(RefreshRejection.TOO_MANY_REFRESHES);
    patient.forEach(probe -> probe.expectMessageClass(NodesListReply.Rejected.class));
  }

  @Test
  void shouldGoOnWithARefreshThoughNodeManagersFillTheStashWhileTheJournalIsRead() {
    // given a refresh whose files are being read, and a journal that fails
    test.lists.hang(true);
    TestProbe<NodesListReply> caller = test.refresh(RefreshType.GRACEFUL, Optional.empty());
    test.failNextWrite();
    test.asksToJoin(ManagerUnderTest.H2).expectMessageClass(NodesListReply.Rejected.class);
    for (int i = 0; i < 10; i++) {
      test.asksToJoin(ManagerUnderTest.H2);
    }
    // when the files are read before the journal is
    test.lists.hang(false);
    caller.expectNoMessage(Duration.ofMillis(200));
    test.passes(Duration.ofSeconds(1));
    // then
    caller.receiveMessage();
    assertThat(test.refresh(RefreshType.GRACEFUL, Optional.empty()).receiveMessage())
        .isInstanceOf(NodesListReply.Refreshed.class);
  }

  private NodesListReply.Rejected refused(RefreshType type) {
    return test.refresh(type, Optional.empty()).expectMessageClass(NodesListReply.Rejected.class);
  }
}
