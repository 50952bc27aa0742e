package ebb.differential.stock;

import java.util.Collection;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/** Short names for Hadoop's objects, the same on both sides. */
final class Text {
  private Text() {}

  static String of(@Nullable Resource size) {
    return size == null ? "-" : size.getMemorySize() / 1024 + "G/" + size.getVirtualCores();
  }

  static String of(ContainerId id) {
    return of(SimulatedScheduler.applicationOf(id)) + "c" + id.getContainerId();
  }

  static String of(ApplicationId id) {
    return "a" + id.getId();
  }

  static String ids(Collection<ContainerId> ids) {
    return ids.stream().map(Text::of).collect(Collectors.joining(",", "[", "]"));
  }

  static String sortedIds(Collection<ContainerId> ids) {
    return ids(ids.stream().sorted().toList());
  }

  static String applications(Collection<ApplicationId> ids) {
    return ids.stream().sorted().map(Text::of).collect(Collectors.joining(",", "[", "]"));
  }

  static String set(Collection<ApplicationId> ids) {
    return applications(new TreeSet<>(ids));
  }
}
