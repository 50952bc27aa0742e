package ebb.hadoop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.hadoop.yarn.api.protocolrecords.SignalContainerRequest;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;

/**
 * What the NodeManager is to be told of its containers with the next answer. Changed under the
 * node's lock; {@link #toCleanUp} is read by anybody.
 */
final class PendingAnswers {
  private final NavigableSet<ContainerId> toCleanUp = new ConcurrentSkipListSet<>();
  private final Set<ContainerId> toForget = new LinkedHashSet<>();
  private final List<SignalContainerRequest> toSignal = new ArrayList<>();
  private final Map<ContainerId, Container> toUpdate = new HashMap<>();
  private final Map<ContainerId, Container> toDecrease = new HashMap<>();

  void cleanUp(ContainerId id) {
    toCleanUp.add(id);
  }

  /** The NodeManager left; one that registers anew starts from nothing. */
  void clear() {
    toCleanUp.clear();
    toForget.clear();
    toSignal.clear();
    toUpdate.clear();
    toDecrease.clear();
  }

  /** Their application masters know that they have completed. */
  void forget(List<ContainerId> ids) {
    toForget.addAll(ids);
  }

  void signal(SignalContainerRequest request) {
    toSignal.add(request);
  }

  void update(Map<Container, ContainerUpdateType> changes) {
    changes.forEach(
        (container, type) -> {
          toUpdate.put(container.getId(), container);
          // NodeManagers of Hadoop 2.x read the list of decreases only.
          if (type == ContainerUpdateType.DECREASE_RESOURCE) {
            toDecrease.put(container.getId(), container);
          }
        });
  }

  NavigableSet<ContainerId> toCleanUp() {
    return toCleanUp;
  }

  /**
   * Writes all that is pending into the answer and forgets it.
   *
   * @return the containers that the NodeManager is told to forget
   */
  Set<ContainerId> writeTo(NodeHeartbeatResponse answer) {
    if (isEmpty()) {
      return Set.of();
    }
    Set<ContainerId> forgotten = Set.copyOf(toForget);
    answer.addAllContainersToCleanup(List.copyOf(toCleanUp));
    answer.addContainersToBeRemovedFromNM(List.copyOf(toForget));
    answer.addAllContainersToSignal(List.copyOf(toSignal));
    answer.addAllContainersToUpdate(List.copyOf(toUpdate.values()));
    answer.addAllContainersToDecrease(List.copyOf(toDecrease.values()));
    clear();
    return forgotten;
  }

  /** As with nearly every heartbeat. */
  private boolean isEmpty() {
    return toCleanUp.isEmpty()
        && toForget.isEmpty()
        && toSignal.isEmpty()
        && toUpdate.isEmpty()
        && toDecrease.isEmpty();
  }
}
