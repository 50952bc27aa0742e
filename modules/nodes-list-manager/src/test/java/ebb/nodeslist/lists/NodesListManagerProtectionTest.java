package ebb.nodeslist.lists;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.lists.NodesListEvent.AddedExclude;
import ebb.domain.lists.NodesListEvent.ExcludesEdited;
import ebb.domain.lists.RefreshType;
import ebb.hosts.FileHash;
import ebb.hosts.ListEdit;
import ebb.hosts.RefreshRejection;
import ebb.nodeslist.ManagerUnderTest;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What operators excluded and which drains are protected, when others edit the file too. */
class NodesListManagerProtectionTest extends EditedFileFixture {
  // ---- what an operator is asked first ----

  // ---- what the file cannot hold ----

  @Test
  void shouldRememberATimeoutThatPlainTextCannotHold() throws Exception {
    test.join(ManagerUnderTest.H2);
    edit(known(Map.of("h2", TEN_MINUTES)));
    test.lists.exclude("h1", "h2");
    test.restarted();

    test.refresh(RefreshType.GRACEFUL, Optional.empty())
        .expectMessageClass(NodesListReply.Refreshed.class);

    assertThat(test.nodes.node(ManagerUnderTest.H2).drain().orElseThrow().timeout())
        .isEqualTo(TEN_MINUTES.orElseThrow());
    assertThat(test.listsInForce().lists().excludes()).containsEntry("h2", TEN_MINUTES);
    assertThat(described().files().lists()).contains(test.listsInForce().lists());
  }

  /** In the first moments of a term nodes are silent, and one of them may serve again. */
  @Test
  void shouldRefuseNormalUntilItIsSeenWhichDrainsAreToBeLeftAlone() {
    ManagerUnderTest careful = new ManagerUnderTest("ebb.protect-drains = on");
    try {
      // given
      careful.started().join(ManagerUnderTest.H1);
      careful.lists.exclude("h1");
      careful.graceful(60);
      careful.lists.exclude();
      careful.graceful(60);
      careful.lists.exclude("h1");
      careful.nodes.makeDeaf(ManagerUnderTest.H1);
      careful.restarted();
      // when, then
      assertThat(
              careful
                  .refresh(RefreshType.NORMAL, NONE)
                  .expectMessageClass(NodesListReply.Rejected.class)
                  .code())
          .isEqualTo(RefreshRejection.NODES_NOT_SEEN);
      // when
      careful.nodes.letHear(ManagerUnderTest.H1);
      careful.passesRetryAfter();
      careful.awaitView(ManagerUnderTest.H1);
      // then
      careful.refresh(RefreshType.NORMAL, NONE).expectMessageClass(NodesListReply.Refreshed.class);
      assertThat(careful.nodes.node(ManagerUnderTest.H1).state())
          .isEqualTo(NodeState.DECOMMISSIONED);
    } finally {
      careful.kit.shutdownTestKit();
    }
  }

  /** The element of the host has it, which whoever edits the file may change. */
  @Test
  void shouldRememberNoTimeoutThatTheFileHoldsItself() throws Exception {
    Path xml = Files.writeString(folder.resolve("exclude.xml"), "<hosts/>");
    test.lists.configure(xml);
    test.join(ManagerUnderTest.H2);

    edit(
        new ListEdit(
            FileHash.of(Files.readAllBytes(xml)),
            new TreeMap<>(Map.of("h2", TEN_MINUTES)),
            new TreeSet<>()));

    assertThat(xml).content().contains("<timeout>600</timeout>");
    assertThat(test.events(ExcludesEdited.class).get(0).added())
        .containsExactly(new AddedExclude("h2", NONE));
  }

  // ---- ebb.protect-drains ----

  @Test
  void shouldKeepWhatAnOperatorExcludedWhenAnotherWriterDropsIt() throws Exception {
    try (Protecting protecting = new Protecting()) {
      ManagerUnderTest other = protecting.test;
      other.lists.configure(file);
      List<NodeId> nodes =
          List.of(ManagerUnderTest.H2, ManagerUnderTest.H3, new NodeId("h10", 1234));
      other.started().join(nodes.toArray(NodeId[]::new));
      TestProbe<NodesListReply> probe = other.kit.createTestProbe();
      other.tell(command(known(Map.of("h2", TEN_MINUTES)), probe));
      probe.expectMessageClass(NodesListReply.ListsSeen.class);
      other.lists.exclude("h2", "h3", "h10");
      other.graceful(3600);
      // when somebody else's file has neither, and a new leader reads it
      other.lists.exclude("h3", "h10");
      other.restarted();
      nodes.forEach(other::awaitView); // until then NORMAL is to be tried again
      NodesListReply.Refreshed refreshed =
          other
              .refresh(RefreshType.NORMAL, Optional.empty())
              .expectMessageClass(NodesListReply.Refreshed.class);
      // then
      assertThat(refreshed.decisions()).isEmpty();
      assertThat(refreshed.warnings())
          .containsExactly(
              "The exclude file lacks h2, which ebb.protect-drains keeps excluded; 'ebb"
                  + " recommission' puts them back",
              "ebb.protect-drains leaves drains to their deadlines which NORMAL would end: "
                  + "h2:1234, h3:1234, h10:1234; 'ebb force' ends them");
      assertThat(other.nodes.node(ManagerUnderTest.H2).state())
          .isEqualTo(NodeState.DECOMMISSIONING);
      other.tell(new NodesListCommand.DescribeLists(probe.getRef()));
      NodesListReply.ListsSeen seen = probe.expectMessageClass(NodesListReply.ListsSeen.class);
      assertThat(seen.kept()).containsExactly("h2");
      assertThat(seen.operatorExcludes()).extracting(each -> each.by().actor()).contains("alice");
      // when
      other.tell(command(known(Map.of(), "h2"), probe));
      probe.expectMessageClass(NodesListReply.ListsSeen.class);
      other
          .refresh(RefreshType.GRACEFUL, Optional.empty())
          .expectMessageClass(NodesListReply.Refreshed.class);
      // then
      assertThat(other.nodes.node(ManagerUnderTest.H2).state()).isEqualTo(NodeState.RUNNING);
      assertThat(other.nodes.node(ManagerUnderTest.H3).state())
          .isEqualTo(NodeState.DECOMMISSIONING);
    }
  }

  @Test
  void shouldSayThatAHostIsKeptNoLonger() throws Exception {
    try (Protecting protecting = new Protecting()) {
      // given two hosts that are kept, of which no node is known
      ManagerUnderTest other = protecting.test;
      other.lists.configure(file);
      other.started();
      TestProbe<NodesListReply> probe = other.kit.createTestProbe();
      for (String host : List.of("h2", "h10")) {
        other.tell(command(add(file, host), probe));
        probe.expectMessageClass(NodesListReply.ListsSeen.class);
      }
      other.lists.exclude("h2", "h3", "h10");
      other.graceful(3600);
      other.lists.exclude("h3");
      assertThat(other.graceful(3600).warnings())
          .singleElement()
          .asString()
          .startsWith("The exclude file lacks h2, h10, which ebb.protect-drains keeps excluded");
      // when an include list lacks them, too
      other.lists.include("h1", "h3");
      NodesListReply.Refreshed shown =
          other
              .refresh(RefreshType.NORMAL, Optional.empty(), true)
              .expectMessageClass(NodesListReply.Refreshed.class);
      // then
      String warning =
          "No list names h2, h10 any more, which ebb.protect-drains kept excluded; it keeps them no"
              + " longer";
      assertThat(shown.warnings()).containsExactly(warning);
      assertThat(other.graceful(3600).warnings()).containsExactly(warning);
      assertThat(other.listsInForce().lists().excludes()).containsOnlyKeys("h3");
      assertThat(other.graceful(3600).warnings()).isEmpty();
    }
  }

  private static final class Protecting implements AutoCloseable {
    private final ManagerUnderTest test = new ManagerUnderTest("ebb.protect-drains = on");

    @Override
    public void close() {
      test.kit.shutdownTestKit();
    }
  }
}
