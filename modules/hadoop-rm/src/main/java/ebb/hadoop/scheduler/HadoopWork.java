package ebb.hadoop.scheduler;

import ebb.domain.text.TextLimit;
import ebb.nodeslist.observed.ObservedApplication;
import ebb.nodeslist.observed.ObservedContainer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.jspecify.annotations.Nullable;

/** Applications and containers, from the ResourceManager's memory. */
public final class HadoopWork {
  private static final int WHOLE = 100;

  /**
   * So short that an answer with ten thousand applications fits into a message between instances.
   */
  private static final int LONGEST_TEXT = 100;

  private final RMContext context;

  public HadoopWork(RMContext context) {
    this.context = context;
  }

  public List<ObservedApplication> applications(Collection<String> ids) {
    return ids.stream().flatMap(this::find).map(HadoopWork::seen).toList();
  }

  private Stream<RMApp> find(String id) {
    try {
      return Stream.ofNullable(context.getRMApps().get(ApplicationId.fromString(id)));
    } catch (IllegalArgumentException e) {
      return Stream.of(); // no Hadoop id has this form
    }
  }

  private static ObservedApplication seen(RMApp app) {
    return new ObservedApplication(
        app.getApplicationId().toString(),
        text(app.getName()),
        text(app.getUser()),
        text(app.getQueue()),
        text(app.getApplicationType()),
        percent(app.getProgress()),
        Instant.ofEpochMilli(app.getStartTime()));
  }

  /** An application master may report any number, or NaN. */
  private static int percent(float progress) {
    return Math.round(Math.max(0, Math.min(1, progress)) * WHOLE);
  }

  /** Shortened, and without half of a surrogate pair, which JSON cannot represent. */
  static String text(@Nullable String words) {
    if (words == null) {
      return "";
    }
    String some = TextLimit.cut(words, LONGEST_TEXT);
    return new String(some.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  public List<ObservedContainer> containers(Collection<ContainerId> ids) {
    return ids.stream().sorted().map(this::seen).toList();
  }

  private ObservedContainer seen(ContainerId id) {
    Optional<RMContainer> held =
        Optional.ofNullable(context.getScheduler()).map(scheduler -> scheduler.getRMContainer(id));
    return new ObservedContainer(
        id.toString(),
        id.getApplicationAttemptId().getApplicationId().toString(),
        held.filter(RMContainer::isAMContainer).isPresent(),
        held.map(container -> container.getState().name()),
        // 0 for a recovered container if its NodeManager did not report it.
        held.map(RMContainer::getCreationTime).filter(time -> time > 0).map(Instant::ofEpochMilli));
  }
}
