package ebb.hadoop.node;

import static ebb.hadoop.heartbeat.Reports.application;
import static ebb.hadoop.heartbeat.Reports.container;
import static ebb.hadoop.heartbeat.Reports.registration;

import ebb.domain.work.BusyContainer;
import ebb.domain.work.Workload;
import ebb.hadoop.FakeResourceManager;
import ebb.node.NodeCommand.ReportWorkload;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.junit.jupiter.api.BeforeEach;

/** A node whose drain is reported to RMNode. */
abstract class DrainReportFixture {
  final FakeResourceManager rm = new FakeResourceManager();
  final PublishedNode node = PublishedNode.running();
  final RMNodeView live = rm.live(node);

  @BeforeEach
  void register() {
    rm.knows(application(1));
    live.register(registration(node, 1, true, List.of(), List.of()));
  }

  void drains() {
    node.drains();
    live.show(node.publication());
  }

  /** The scheduler begins two updates, and ends the first. */
  void becomesVisible() {
    live.pullContainerUpdates();
    live.pullContainerUpdates();
  }

  List<Workload> reported() {
    return rm.facts(ReportWorkload.class).stream().map(ReportWorkload::workload).toList();
  }

  static Workload work(int containers, ApplicationId... applications) {
    TreeSet<String> ids = new TreeSet<>();
    for (ApplicationId each : applications) {
      ids.add(each.toString());
    }
    return new Workload(
        containers,
        ids,
        IntStream.rangeClosed(1, containers)
            .mapToObj(i -> new BusyContainer(container(i).toString(), false))
            .toList());
  }
}
