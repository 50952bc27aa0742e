package ebb.differential.comparison;

import ebb.differential.comparison.ComparedNode.View;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The fields of a node without those that are currently invisible or meaningless. */
public final class Visible {
  /** Hadoop's reports, REST and scheduler omit these for a node that is not in service. */
  private static final Set<String> IN_SERVICE_ONLY =
      Set.of(
          "applications",
          "applicationsListed",
          "cleanApplications",
          "cleanContainers",
          "responseId");

  private Visible() {}

  public static View of(SortedMap<String, String> fields) {
    SortedMap<String, String> visible = new TreeMap<>(fields);
    View view = new View(visible);
    if (!view.isActive()) {
      visible.keySet().removeAll(IN_SERVICE_ONLY);
    }
    visible.put("events", String.join("; ", withoutVoidSizes(view.events())));
    return view;
  }

  /** The scheduler forgets the size of a node that leaves it. */
  private static List<String> withoutVoidSizes(List<String> events) {
    int removed = events.lastIndexOf("REMOVED");
    return java.util.stream.IntStream.range(0, events.size())
        .filter(i -> i > removed || !events.get(i).startsWith("SIZE "))
        .mapToObj(events::get)
        .toList();
  }
}
