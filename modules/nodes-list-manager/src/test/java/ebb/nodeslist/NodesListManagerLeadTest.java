package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.domain.lists.RefreshType;
import ebb.nodeslist.protocol.NodesListReply;
import ebb.nodeslist.protocol.Refresh;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What keeps a leader that has not noticed its end from writing. */
class NodesListManagerLeadTest {
  private static final Duration MOMENT = Duration.ofMillis(300);

  @RegisterExtension private final ManagerUnderTest manager = new ManagerUnderTest();

  @Test
  void shouldTakeTheNextPlaceInTheJournalBeforeItIsReady() {
    // when
    manager.started();
    // then
    assertThat(manager.events().get(0)).isInstanceOf(LeadTaken.class);
    // when another one leads
    manager.restarted();
    // then
    assertThat(manager.events(LeadTaken.class)).extracting(LeadTaken::term).containsExactly(1L, 2L);
  }

  @Test
  void shouldTakeItOnceInATerm() {
    // given
    manager.started();
    // when it starts again within its term
    manager.crash();
    manager.startInTerm(1);
    manager.leadership.expectMessage("leads in term 1");
    // then
    assertThat(manager.events(LeadTaken.class)).hasSize(1);
  }

  @Test
  void shouldWriteNothingMoreOnceAnotherOneLeads() {
    // given
    manager.started();
    manager.restarted();
    List<NodesListEvent> before = manager.events();
    manager.crash();
    // when the first one starts again, because it could not write
    manager.startInTerm(1);
    TestProbe<NodesListReply> caller = manager.refresh(RefreshType.NORMAL, Optional.empty());
    // then
    caller.expectMessage(Refresh.DEPOSED);
    manager.leadership.expectNoMessage(MOMENT);
    assertThat(manager.events()).isEqualTo(before);
  }
}
