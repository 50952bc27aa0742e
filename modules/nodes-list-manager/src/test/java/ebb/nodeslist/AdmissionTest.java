package ebb.nodeslist;

import static ebb.nodeslist.ManagerUnderTest.H1;
import static ebb.nodeslist.ManagerUnderTest.H2;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.persistence.testkit.ProcessingSuccess;
import akka.persistence.testkit.StorageFailure;
import akka.persistence.testkit.WriteEvents;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.RefreshType;
import ebb.hosts.RefreshRejection;
import ebb.nodeslist.protocol.NodesListReply;
import ebb.nodeslist.protocol.NodesListReply.Admission;
import ebb.nodeslist.protocol.NodesListReply.Rejected;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A NodeManager that the register knows waits for no write that does not concern it. */
class AdmissionTest {
  @RegisterExtension private final ManagerUnderTest test = new ManagerUnderTest();
  private final CountDownLatch disk = new CountDownLatch(1);

  @BeforeEach
  void aRefreshExcludesH2AndItsWriteIsOnItsWay() throws Exception {
    test.started();
    test.join(H1, H2);
    CountDownLatch begun = new CountDownLatch(1);
    test.journal.withPolicy(new SlowWrites(begun, disk));
    test.lists.exclude("h2");
    test.refresh(RefreshType.NORMAL, Optional.empty());
    begun.await();
  }

  @AfterEach
  void stop() {
    disk.countDown();
  }

  @Test
  void shouldLetAKnownNodeInAtOnce() {
    assertThat(test.admission(H1)).isEqualTo(new Admission(H1, HostAdmission.ALLOWED, 1, true));
  }

  @Test
  void shouldLetANodeWaitForTheRefreshThatExcludesIt() {
    TestProbe<NodesListReply> excluded = test.asksToJoin(H2);
    excluded.expectNoMessage();

    disk.countDown();

    assertThat(excluded.expectMessageClass(Admission.class).verdict())
        .isEqualTo(HostAdmission.EXCLUDED_BY_HOST);
  }

  /** What lets it in again may fail alone, and then it is excluded. */
  @Test
  void shouldLetANodeWaitForBothRefreshesThatExcludeItAndLetItIn() {
    // given
    letH2InAgain();
    // when
    TestProbe<NodesListReply> pending = test.asksToJoin(H2);
    pending.expectNoMessage();
    test.journal.withPolicy(
        (id, operation) ->
            operation instanceof WriteEvents
                ? new StorageFailure(new IllegalStateException("expected"))
                : ProcessingSuccess.getInstance());
    disk.countDown();
    // then it is to try again, when it is known what is in force
    assertThat(pending.expectMessageClass(Rejected.class).code())
        .isEqualTo(RefreshRejection.JOURNAL_UNAVAILABLE);
    test.journal.resetPolicy();
    TestProbe<NodesListReply> again = test.asksToJoin(H2);
    test.passes(Duration.ofSeconds(1));
    assertThat(again.expectMessageClass(Admission.class).verdict())
        .isEqualTo(HostAdmission.EXCLUDED_BY_HOST);
  }

  private void letH2InAgain() {
    int reads = test.lists.reads();
    test.lists.exclude();
    test.refresh(RefreshType.NORMAL, Optional.empty());
    // the files are read for the next one when that one is decided
    test.refresh(RefreshType.NORMAL, Optional.empty(), true);
    Awaitility.await().until(() -> test.lists.reads() == reads + 2);
  }
}
