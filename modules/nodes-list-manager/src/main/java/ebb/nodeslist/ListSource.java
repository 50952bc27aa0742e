package ebb.nodeslist;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;

/** Where a refresh finds its settings and lists; the only way to yarn-site.xml from here. */
public interface ListSource {

  /**
   * Reads the configuration afresh, then the lists that it names. Blocks: call it on a dispatcher
   * for blocking work.
   *
   * @throws ListSourceException if anything is missing, unreadable or malformed; nothing may be
   *     applied then
   */
  Settings read() throws ListSourceException;

  /**
   * What a refresh works with.
   *
   * @param configured yarn.resourcemanager.nodemanager-graceful-decommission-timeout-secs
   */
  record Settings(HostLists lists, DrainTimeout configured) {}
}
