package ebb.soak.check;

import ebb.demo.check.Breach;
import ebb.demo.check.Breach.Promise;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.journal.event.JournaledEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Checks by the NodesListManager's own events that there was one leader at a time. */
final class LeaderCheck {
  private LeaderCheck() {}

  static List<Breach> breaches(List<JournaledEvent> journal) {
    List<Breach> breaches = new ArrayList<>();
    List<JournaledEvent> all =
        journal.stream()
            .filter(JournaledEvent.OfLists.class::isInstance)
            .sorted(Comparator.comparingLong(event -> event.position().sequenceNumber()))
            .toList();
    long term = 0;
    long number = 0;
    String leader = "";
    for (JournaledEvent event : all) {
      long next = event.position().sequenceNumber();
      if (next != number + 1) {
        breaches.add(breach("event " + next + " follows event " + number));
      }
      number = next;
      if (event.event() instanceof LeadTaken taken) {
        if (taken.term() <= term) {
          breaches.add(breach("term " + taken.term() + " begins after term " + term));
        }
        term = taken.term();
        leader = taken.by().instance();
      } else if (!leader.isEmpty() && !event.by().instance().equals(leader)) {
        breaches.add(
            breach(
                event.by().instance()
                    + " wrote event "
                    + next
                    + " in term "
                    + term
                    + " of "
                    + leader));
      }
    }
    return breaches;
  }

  private static Breach breach(String words) {
    return new Breach(Promise.ONE_LEADER, "fleet", words);
  }
}
