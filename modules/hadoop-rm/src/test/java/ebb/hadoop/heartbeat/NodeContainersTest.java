package ebb.hadoop.heartbeat;

import static ebb.hadoop.heartbeat.Reports.container;
import static ebb.hadoop.heartbeat.Reports.status;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.event.AsyncDispatcher;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.ContainerAllocationExpirer;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.UpdatedContainerInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reports that are mostly the one before over again are read in short, and nothing is missed. */
class NodeContainersTest {
  private static final int REPORTS = 2_000;

  static Stream<Integer> seeds() {
    return Stream.iterate(1, seed -> seed + 1).limit(20);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldHearOfAShortReadingWhatAFullOneSays(int seed) {
    Random random = new Random(seed);
    NodeContainers inShort = node();
    NodeContainers inFull = node();
    Step step = new Step(List.of(), Set.of(), Set.of(), true, false);
    for (int i = 0; i < REPORTS; i++) {
      step = step.next(random);
      assertThat(step.happensTo(inShort, Reading.SHORT))
          .as("%s", step)
          .isEqualTo(step.happensTo(inFull, Reading.FULL));
    }
  }

  private enum Reading {
    SHORT,
    /** As of each report of a container that has a name: a name is no number. */
    FULL
  }

  private record Told(ContainerId id, ContainerState state, int memory, String ports) {
    ReportedContainer to(Reading reading) {
      ContainerStatus status = status(id, state, memory, 1, ExecutionType.GUARANTEED);
      if (!ports.isEmpty()) {
        status.setExposedPorts(ports);
      }
      if (reading == Reading.FULL) {
        status.setHost("its-name");
      }
      return ReportedContainer.of(status);
    }
  }

  /**
   * @param cleanedUp of these the scheduler is to hear nothing more
   * @param acknowledged to the NodeManager, before it reports
   * @param isServed whether the scheduler has the node
   * @param returns whether the node has registered anew
   */
  private record Step(
      List<Told> report,
      Set<ContainerId> cleanedUp,
      Set<ContainerId> acknowledged,
      boolean isServed,
      boolean returns) {

    Step next(Random random) {
      List<Told> next = random.nextInt(3) == 0 ? anyReport(random) : report;
      return new Step(
          next,
          someOf(next, random),
          someOf(next, random),
          random.nextInt(8) > 0,
          random.nextInt(20) == 0);
    }

    private static List<Told> anyReport(Random random) {
      List<Told> report = new ArrayList<>();
      for (int number = 1; number <= 3; number++) {
        if (random.nextBoolean()) {
          report.add(
              new Told(
                  container(number),
                  random.nextInt(4) > 0 ? ContainerState.RUNNING : anyOf(random),
                  random.nextBoolean() ? 100 : 200,
                  random.nextInt(4) > 0 ? "" : "80"));
        }
      }
      return report;
    }

    private static ContainerState anyOf(Random random) {
      return List.of(ContainerState.values()).get(random.nextInt(3));
    }

    private static Set<ContainerId> someOf(List<Told> report, Random random) {
      Set<ContainerId> some = new HashSet<>();
      for (Told each : report) {
        if (random.nextInt(8) == 0) {
          some.add(each.id());
        }
      }
      return some;
    }

    Heard happensTo(NodeContainers node, Reading reading) {
      if (returns) {
        node.clear();
      }
      node.acknowledged(acknowledged);
      List<ReportedContainer> heard = report.stream().map(each -> each.to(reading)).toList();
      node.observe(heard);
      return Heard.of(
          node,
          isServed
              ? node.digest(heard.stream().filter(each -> !cleanedUp.contains(each.id())).toList())
                  .orElse(new UpdatedContainerInfo())
              : new UpdatedContainerInfo());
    }
  }

  private record Heard(
      Set<ContainerId> launched,
      Set<ContainerId> completed,
      Set<ContainerId> changed,
      Resource allocated,
      boolean isIdle,
      int launchedCount,
      int completedCount) {

    static Heard of(NodeContainers node, UpdatedContainerInfo news) {
      return new Heard(
          ids(news.getNewlyLaunchedContainers()),
          ids(news.getCompletedContainers()),
          news.getUpdateContainers() == null
              ? Set.of()
              : ids(news.getUpdateContainers().stream().map(each -> each.getValue()).toList()),
          node.allocated(),
          node.isIdle(),
          node.launchedCount(),
          node.completedCount());
    }

    private static Set<ContainerId> ids(List<ContainerStatus> statuses) {
      return statuses == null
          ? Set.of()
          : new HashSet<>(statuses.stream().map(ContainerStatus::getContainerId).toList());
    }
  }

  private static NodeContainers node() {
    return new NodeContainers(
        NodeId.newInstance("nm1", 1), new ContainerAllocationExpirer(new AsyncDispatcher()));
  }
}
