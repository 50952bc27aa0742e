package ebb.hadoop.heartbeat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.protocolrecords.SignalContainerRequest;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.jspecify.annotations.Nullable;

/**
 * What the NodeManager gets about its containers with the next response. Usually there is nothing,
 * and then it takes no memory. Changed under the node's lock; {@link #toCleanUp}, {@link
 * #hasContainersToCleanUp} and {@link #isToCleanUp} may be called by any thread.
 */
public final class PendingAnswers {
  private final SparseSet<ContainerId> toCleanUp = new SparseSet<>();
  private @Nullable Rest rest;

  /** Everything that is rare. */
  private static final class Rest {
    final Set<ContainerId> toForget = new LinkedHashSet<>();
    final List<SignalContainerRequest> toSignal = new ArrayList<>();
    final Map<ContainerId, Container> toUpdate = new HashMap<>();
    final Map<ContainerId, Container> toDecrease = new HashMap<>();
  }

  private Rest rest() {
    if (rest == null) {
      rest = new Rest();
    }
    return rest;
  }

  public void cleanUp(ContainerId id) {
    toCleanUp.add(id);
  }

  /** The NodeManager left. When it registers again, nothing is pending. */
  public void clear() {
    toCleanUp.clear();
    rest = null;
  }

  /** The application masters have received the completion of these containers. */
  public void forget(List<ContainerId> ids) {
    rest().toForget.addAll(ids);
  }

  public void signal(SignalContainerRequest request) {
    rest().toSignal.add(request);
  }

  public void update(Map<Container, ContainerUpdateType> changes) {
    changes.forEach(
        (container, type) -> {
          rest().toUpdate.put(container.getId(), container);
          // NodeManagers of Hadoop 2.x read only the list of decreases.
          if (type == ContainerUpdateType.DECREASE_RESOURCE) {
            rest().toDecrease.put(container.getId(), container);
          }
        });
  }

  public boolean hasContainersToCleanUp() {
    return !toCleanUp.isEmpty();
  }

  public boolean isToCleanUp(ContainerId id) {
    return toCleanUp.contains(id);
  }

  public List<ContainerId> toCleanUp() {
    return toCleanUp.sorted();
  }

  /**
   * Writes everything that is pending into the response, and clears it here.
   *
   * @return the containers that the NodeManager is to forget
   */
  public Set<ContainerId> writeTo(NodeHeartbeatResponse answer) {
    if (!toCleanUp.isEmpty()) {
      answer.addAllContainersToCleanup(toCleanUp.sorted());
    }
    Rest told = rest;
    if (told != null) {
      answer.addContainersToBeRemovedFromNM(List.copyOf(told.toForget));
      answer.addAllContainersToSignal(List.copyOf(told.toSignal));
      answer.addAllContainersToUpdate(List.copyOf(told.toUpdate.values()));
      answer.addAllContainersToDecrease(List.copyOf(told.toDecrease.values()));
    }
    clear();
    return told == null ? Set.of() : told.toForget;
  }
}
