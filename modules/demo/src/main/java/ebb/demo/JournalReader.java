package ebb.demo;

import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;

/** Reads the journal of a ResourceManager that does not run. */
@FunctionalInterface
public interface JournalReader {
  /**
   * All events of all nodes, each node's in their order.
   *
   * @param data the data folder of the ResourceManager
   */
  SortedMap<NodeId, List<NodeEvent>> read(Path data);
}
