package ebb.simulation;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;
import ebb.nodeslist.ListSource;
import ebb.nodeslist.ListSourceException;
import ebb.nodeslist.RefreshRejection;
import java.time.Duration;

/** The files of the lists, as whoever manages the configuration last wrote them. */
final class SimulatedLists implements ListSource {
  private static final DrainTimeout CONFIGURED = DrainTimeout.of(Duration.ofMinutes(20));

  private final Conditions conditions;
  private HostLists files = HostLists.EMPTY;

  SimulatedLists(Conditions conditions) {
    this.conditions = conditions;
  }

  void write(HostLists lists) {
    files = lists;
  }

  @Override
  public Settings read() throws ListSourceException {
    if (conditions.listsUnreadable > 0) {
      throw new ListSourceException(RefreshRejection.LIST_UNREADABLE, "exclude: no such file");
    }
    return new Settings(files, CONFIGURED);
  }
}
