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
public record JournalDigest(PastDrains drains, List<LeadTaken> leads) {
  public static final JournalDigest EMPTY = new JournalDigest(PastDrains.NONE, List.of());

  public JournalDigest {
    leads = List.copyOf(leads);
  }
}
