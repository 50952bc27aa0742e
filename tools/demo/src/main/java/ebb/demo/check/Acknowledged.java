package ebb.demo.check;

import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;

/** What a caller was told is done. It must not get lost, whatever is killed afterwards. */
public sealed interface Acknowledged {

  /** A refresh was accepted. */
  record Refresh(String operationId) implements Acknowledged {}

  /** A running drain got this timeout. */
  record Timeout(NodeId nodeId, long epoch, DrainTimeout timeout) implements Acknowledged {}
}
