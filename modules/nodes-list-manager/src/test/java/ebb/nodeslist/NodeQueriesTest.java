package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.NodeId;
import ebb.nodeslist.observed.ObservedApplication;
import ebb.nodeslist.observed.ObservedContainer;
import ebb.nodeslist.observed.WorkView;
import ebb.nodeslist.protocol.NodeTableCommand.DescribeWork;
import ebb.nodeslist.protocol.NodeTableCommand.Work;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class NodeQueriesTest {
  private static final ActorTestKit KIT = ActorTestKit.create();
  private static final NodeId H1 = new NodeId("h1", 8041);

  private final TestProbe<Work> caller = KIT.createTestProbe();

  @AfterAll
  static void stop() {
    KIT.shutdownTestKit();
  }

  @Test
  void shouldTellNobodyButAdministratorsWhatYarnHides() {
    assertThat(NodeQueries.describe(asked(false), new Runs(true))).isEqualTo(Work.NOTHING);
    assertThat(NodeQueries.describe(asked(true), new Runs(true)).containers()).hasSize(1);
    assertThat(NodeQueries.describe(asked(false), new Runs(false)).applications())
        .extracting(ObservedApplication::id)
        .containsExactlyInAnyOrder("app-1", "app-2");
  }

  private DescribeWork asked(boolean asAdministrator) {
    return new DescribeWork(Set.of("app-2"), Optional.of(H1), asAdministrator, caller.ref());
  }

  private record Runs(boolean areAclsEnabled) implements WorkView {
    @Override
    public List<ObservedApplication> applications(Collection<String> ids) {
      return ids.stream()
          .map(id -> new ObservedApplication(id, "nightly", "etl", "root", "MR", 40, Instant.EPOCH))
          .toList();
    }

    @Override
    public List<ObservedContainer> containers(NodeId nodeId) {
      return List.of(
          new ObservedContainer("c-1", "app-1", true, Optional.of("RUNNING"), Optional.empty()));
    }
  }
}
