package ebb.nodeslist;

import ebb.domain.NodeId;
import ebb.nodeslist.NodesListCommand.AdmitNode;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Registrations that wait for the register, written together because thousands come at once, and
 * those that were let in a moment ago. Soft state: a NodeManager without an answer asks again.
 */
final class Admissions {
  private static final int BATCH = 1_000;

  private final Deque<AdmitNode> waiting = new ArrayDeque<>();
  private final List<AdmitNode> inWrite = new ArrayList<>();
  private final Map<NodeId, Instant> letIn = new HashMap<>();

  /** Whether it is the first that waits. */
  boolean add(AdmitNode command) {
    waiting.add(command);
    return waiting.size() == 1;
  }

  /** The next to be written; they are out of here with {@link #written}. */
  List<AdmitNode> take() {
    while (!waiting.isEmpty() && inWrite.size() < BATCH) {
      inWrite.add(waiting.remove());
    }
    return List.copyOf(inWrite);
  }

  /** Whether more wait. */
  boolean written() {
    inWrite.clear();
    return !waiting.isEmpty();
  }

  void rejectAll(NodesListReply reply) {
    inWrite.forEach(command -> command.replyTo().tell(reply));
    inWrite.clear();
    waiting.forEach(command -> command.replyTo().tell(reply));
    waiting.clear();
  }

  void letIn(NodeId node, Instant now) {
    letIn.put(node, now);
  }

  boolean isLetInBefore(NodeId node, Instant at) {
    Instant when = letIn.get(node);
    return when != null && when.isBefore(at);
  }

  /** Forgets those that were let in before. */
  Set<NodeId> letInSince(Instant since) {
    letIn.values().removeIf(at -> at.isBefore(since));
    return Set.copyOf(letIn.keySet());
  }
}
