package ebb.journal.json;

import ebb.domain.work.BusyContainer;
import ebb.domain.work.RemainingWork;
import java.util.List;

/** A container that was still running when a drain ended. */
public record BusyContainerJson(String id, boolean applicationMaster) {
  static List<BusyContainerJson> of(RemainingWork work) {
    return work.named().stream().map(BusyContainerJson::of).toList();
  }

  private static BusyContainerJson of(BusyContainer container) {
    return new BusyContainerJson(container.id(), container.master());
  }
}
