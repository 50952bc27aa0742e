package ebb.hadoop.tracker;

import ebb.domain.NodeId;
import ebb.hadoop.node.RegistrationAdmission.Disallowed;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs registrations that the lists reject, once for each node and refresh. A rejection does not
 * change the node, and a supervisor may restart the NodeManager forever. It is therefore not
 * written to the journal, and only news is logged.
 */
final class RefusalLines {
  private static final Logger LOG = LoggerFactory.getLogger(RefusalLines.class);

  /** Limited, because the names come from outside. A node that was dropped is logged once more. */
  private static final int MOST = 10_000;

  private final Map<NodeId, Disallowed> told =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<NodeId, Disallowed> eldest) {
          return size() > MOST;
        }
      };

  void refused(NodeId node, Disallowed why) {
    if (isNews(node, why)) {
      LOG.warn(
          "Rejected the registration of NodeManager {}: {} (lists of refresh {}); further attempts"
              + " are not logged",
          node,
          why.verdict(),
          why.listVersion());
    }
  }

  private synchronized boolean isNews(NodeId node, Disallowed why) {
    return !why.equals(told.put(node, why));
  }
}
