package ebb.scenarios.failover;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.cluster.ResourceManagerProcess;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.journal.event.JournaledEvent;
import java.util.List;

/** An instance that led until another one took the lead. */
final class FormerLeader {
  private FormerLeader() {}

  /** It has written nothing since the other one took the lead. */
  static void expectNothingWrittenAfterItsLead(
      ResourceManagerProcess former, List<JournaledEvent> all) {
    int taken = 0;
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i) instanceof JournaledEvent.OfLists each && each.event() instanceof LeadTaken) {
        taken = i;
      }
    }
    assertThat(all.get(taken).by().instance()).isNotEqualTo(former.name());
    assertThat(all.subList(taken, all.size()))
        .hasSizeGreaterThan(1)
        .noneMatch(event -> event.by().instance().equals(former.name()));
  }
}
