package ebb.nodeslist;

import static ebb.nodeslist.ManagerUnderTest.H1;
import static ebb.nodeslist.ManagerUnderTest.H2;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.Verdict;
import ebb.nodeslist.NodesListReply.Admission;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A NodeManager that the register knows waits for no write that does not concern it. */
class AdmissionTest {
  private final ManagerUnderTest test = new ManagerUnderTest();
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
    test.kit.shutdownTestKit();
  }

  @Test
  void shouldLetAKnownNodeInAtOnce() {
    assertThat(test.admission(H1)).isEqualTo(new Admission(H1, Verdict.ALLOWED, 1, true));
  }

  @Test
  void shouldLetANodeWaitForTheRefreshThatExcludesIt() {
    TestProbe<NodesListReply> excluded = test.asksToJoin(H2);
    excluded.expectNoMessage();

    disk.countDown();

    assertThat(excluded.expectMessageClass(Admission.class).verdict())
        .isEqualTo(Verdict.EXCLUDED_BY_HOST);
  }
}
