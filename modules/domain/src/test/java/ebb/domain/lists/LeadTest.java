package ebb.domain.lists;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.refresh.NodesListRules;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Who may write the journal of the fleet. */
class LeadTest {
  private static final Provenance BY =
      Initiator.system("ebb", Origin.START).stamp(Instant.EPOCH, "rm1", 0);

  private final NodesListState ofTermFour = NodesListState.EMPTY.apply(new LeadTaken(4, BY));

  @Test
  void shouldRecordEachTermOnce() {
    assertThat(NodesListRules.takeLead(NodesListState.EMPTY, 4, BY)).contains(new LeadTaken(4, BY));
    assertThat(NodesListRules.takeLead(ofTermFour, 4, BY)).isEmpty();
    assertThat(NodesListRules.takeLead(ofTermFour, 5, BY)).contains(new LeadTaken(5, BY));
  }

  @Test
  void shouldLetNobodyOfAnEarlierTermGoOn() {
    assertThat(NodesListRules.isSuperseded(ofTermFour, 3)).isTrue();
    assertThat(NodesListRules.takeLead(ofTermFour, 3, BY)).isEmpty();
    assertThat(NodesListRules.isSuperseded(ofTermFour, 4)).isFalse();
    assertThat(NodesListRules.isSuperseded(ofTermFour, 5)).isFalse();
  }

  @Test
  void shouldNotForgetTheTermWithASnapshot() {
    assertThat(NodesListState.of(ofTermFour.toSnapshot())).isEqualTo(ofTermFour);
    assertThat(NodesListState.EMPTY.toSnapshot().leaderTerm()).isEmpty();
    assertThat(NodesListState.of(NodesListState.EMPTY.toSnapshot()).leaderTerm()).isZero();
  }
}
