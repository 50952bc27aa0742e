package ebb.journal.event;

import ebb.domain.NodeEvent;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListSnapshot;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The names of events, and of the only kind of snapshot, in the journal. They are independent of
 * class names and have a version, so that classes can be renamed and moved. Lines may be added. No
 * line may ever be changed, or removed while a journal may contain its rows. An event whose form
 * has to change becomes a new class with the next version.
 */
public final class EventManifests {
  public static final Manifests TABLE =
      new Manifests(
          Map.ofEntries(
              Map.entry("node.registered:1", NodeEvent.NodeRegistered.class),
              Map.entry("node.capacity-changed:1", NodeEvent.NodeCapacityChanged.class),
              Map.entry("node.health-changed:1", NodeEvent.NodeHealthChanged.class),
              Map.entry("node.decommissioning-started:1", NodeEvent.DecommissioningStarted.class),
              Map.entry("node.timeout-changed:1", NodeEvent.DecommissioningTimeoutChanged.class),
              Map.entry(
                  "node.decommissioning-progressed:1", NodeEvent.DecommissioningProgressed.class),
              Map.entry("node.recommissioned:1", NodeEvent.NodeRecommissioned.class),
              Map.entry(
                  "node.recommission-awaits-registration:1",
                  NodeEvent.RecommissionAwaitsRegistration.class),
              Map.entry("node.recommission-withdrawn:1", NodeEvent.RecommissionWithdrawn.class),
              Map.entry("node.decommissioned:1", NodeEvent.NodeDecommissioned.class),
              Map.entry("node.lost:1", NodeEvent.NodeLost.class),
              Map.entry("node.rebooted:1", NodeEvent.NodeRebooted.class),
              Map.entry("node.shut-down:1", NodeEvent.NodeShutDown.class),
              Map.entry("node.list-version-advanced:1", NodeEvent.ListVersionAdvanced.class),
              Map.entry("lists.node-seen:1", NodesListEvent.NodeSeen.class),
              Map.entry("lists.read:1", NodesListEvent.ListsRead.class),
              Map.entry("lists.excludes-edited:1", NodesListEvent.ExcludesEdited.class),
              Map.entry("lists.refresh-accepted:1", NodesListEvent.RefreshAccepted.class),
              Map.entry("lists.nodes-settled:1", NodesListEvent.NodesSettled.class),
              Map.entry("lists.drain-queued:1", NodesListEvent.DrainQueued.class),
              Map.entry("lists.queue-changed:1", NodesListEvent.QueueChanged.class),
              Map.entry("lists.lead-taken:1", NodesListEvent.LeadTaken.class),
              Map.entry("lists.operations-forgotten:1", NodesListEvent.OperationsForgotten.class),
              Map.entry("lists.nodes-forgotten:1", NodesListEvent.NodesForgotten.class),
              Map.entry("lists.snapshot:1", NodesListSnapshot.class)));

  private EventManifests() {}

  /** The names of all events without their versions, as users see them. */
  public static Set<String> names() {
    return TABLE.all().stream()
        .filter(manifest -> !manifest.startsWith("lists.snapshot:"))
        .map(EventManifests::withoutVersion)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The name to show to people. */
  static String nameOf(Object event) {
    return withoutVersion(TABLE.of(event.getClass()).orElseThrow());
  }

  private static String withoutVersion(String manifest) {
    return manifest.substring(0, manifest.indexOf(':'));
  }
}
