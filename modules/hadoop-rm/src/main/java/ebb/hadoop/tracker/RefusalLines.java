package ebb.hadoop.tracker;

import ebb.domain.NodeId;
import ebb.hadoop.node.RegistrationAdmission.Disallowed;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says once for each node and refresh that a NodeManager knocks whose host the lists do not allow.
 * Nothing happens to the node by that, and a supervisor may start the NodeManager again for ever:
 * the journal hears nothing of it, and the log no more than what is new.
 */
final class RefusalLines {
  private static final Logger LOG = LoggerFactory.getLogger(RefusalLines.class);

  /** Names come from outside; whoever is forgotten is told of once more. */
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
