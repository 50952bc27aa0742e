package ebb.journal.feed;

import ebb.domain.forecast.PastDrains;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import java.util.List;

/**
 * What an instance keeps of the whole journal.
 *
 * @param drains those that started last
 * @param leads each time that an instance began to lead, the oldest first
 */
public record JournalSummary(PastDrains drains, List<LeadTaken> leads) {
  public static final JournalSummary EMPTY = new JournalSummary(PastDrains.NONE, List.of());

  public JournalSummary {
    leads = List.copyOf(leads);
  }
}
