package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.DrainTimeout;
import ebb.domain.Initiator;
import ebb.domain.Origin;
import ebb.domain.lists.RefreshType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The leader edits the exclude file; nothing is in force by that. */
class NodesListManagerEditTest {
  @TempDir Path folder;
  private Path file;
  private final ManagerUnderTest test =
      new ManagerUnderTest("ebb.nodes-list-manager.read-timeout = 300ms");

  @BeforeEach
  void start() throws Exception {
    file = Files.writeString(folder.resolve("exclude"), "h1\n");
    test.lists.configure(file);
    test.started();
  }

  @AfterEach
  void stop() {
    test.lists.hang(false);
    test.kit.shutdownTestKit();
  }

  @Test
  void shouldEditTheFileAndShowTheListsAfterwards() throws Exception {
    int events = test.events().size();

    NodesListReply reply = edit(ExcludeFileTest.add(file, "h2"));

    assertThat(reply).isInstanceOf(NodesListReply.ListsSeen.class);
    assertThat(file).hasContent("h1\nh2\n");
    assertThat(test.events()).as("in the journal").hasSize(events);
    assertThat(test.listsInForce().lists().excludes()).isEmpty();
  }

  @Test
  void shouldRefuseTheSecondOfTwoChangesForTheSameFile() throws Exception {
    ListEdit first = ExcludeFileTest.add(file, "h2");
    ListEdit second = ExcludeFileTest.add(file, "h3");

    edit(first);

    assertThat(refused(second).code()).isEqualTo(EditRejection.LISTS_CHANGED);
    assertThat(file).hasContent("h1\nh2\n");
  }

  /** As after a failover to a host with a copy of last week. */
  @Test
  void shouldNotEditListsThatWereReplaced() throws Exception {
    ListEdit edit = ExcludeFileTest.add(file, "h3");
    inForceOneAfterTheOther("h1", "h2");
    test.lists.exclude("h1");
    test.restarted();

    assertThat(refused(edit).code()).isEqualTo(EditRejection.OLDER_LISTS);
    assertThat(file).hasContent("h1\n");
    // when it is up to date
    test.lists.exclude("h2");
    assertThat(edit(edit)).isInstanceOf(NodesListReply.ListsSeen.class);
  }

  /** Two operators at the same time: the first has not refreshed yet. */
  @Test
  void shouldEditWhatItHasWrittenItselfThoughThatWasInForceOnce() throws Exception {
    inForceOneAfterTheOther("h1", "h2");
    edit(ExcludeFileTest.add(file, "h3"));
    test.lists.exclude("h1");

    assertThat(edit(ExcludeFileTest.add(file, "h4"))).isInstanceOf(NodesListReply.ListsSeen.class);
    assertThat(file).hasContent("h1\nh3\nh4\n");
  }

  @Test
  void shouldSayThatTheConfigurationCannotBeRead() throws Exception {
    test.lists.breakWith("yarn-site.xml cannot be read");

    NodesListReply.EditRefused refused = refused(ExcludeFileTest.add(file, "h2"));

    assertThat(refused.code()).isEqualTo(EditRejection.CONFIGURATION_UNREADABLE);
    assertThat(refused.reason()).isEqualTo("yarn-site.xml cannot be read");
  }

  @Test
  void shouldSayThatNobodyKnowsWhenTheFileSystemHangs() throws Exception {
    // given
    ListEdit edit = ExcludeFileTest.add(file, "h2");
    test.lists.hang(true);
    // when, then
    assertThat(refused(edit).code()).isEqualTo(EditRejection.UNKNOWN);
    test.clock.advance(Duration.ofSeconds(1));
    assertThat(refused(edit).code()).isEqualTo(EditRejection.BUSY);
    // when the file system is back
    test.lists.hang(false);
    // then the first change is made, and once only
    await().untilAsserted(() -> assertThat(file).hasContent("h1\nh2\n"));
    await().until(() -> refused(edit).code() == EditRejection.LISTS_CHANGED);
  }

  @Test
  void shouldSayThatNoExcludeFileIsConfigured() throws Exception {
    ManagerUnderTest other = new ManagerUnderTest().started();
    try {
      TestProbe<NodesListReply> probe = other.kit.createTestProbe();
      other.tell(command(ExcludeFileTest.add(file, "h2"), probe));
      assertThat(probe.expectMessageClass(NodesListReply.EditRefused.class).code())
          .isEqualTo(EditRejection.NOT_CONFIGURED);
      assertThat(other.refresh(RefreshType.NORMAL, Optional.empty()).receiveMessage())
          .isInstanceOf(NodesListReply.Refreshed.class);
    } finally {
      other.kit.shutdownTestKit();
    }
  }

  @Test
  void shouldTravelBetweenInstances() {
    TestProbe<NodesListReply> probe = test.kit.createTestProbe();
    TreeMap<String, Optional<DrainTimeout>> add = new TreeMap<>();
    add.put("h1", Optional.empty());
    add.put("h2", Optional.of(DrainTimeout.INFINITE));
    ListEdit edit = new ListEdit("5eed", add, new TreeSet<>(Set.of("h3")));

    test.kit.serializationTestKit().verifySerialization(command(edit, probe), true);
    test.kit
        .serializationTestKit()
        .verifySerialization(new NodesListReply.EditRefused(EditRejection.BUSY, "busy"), true);
  }

  private void inForceOneAfterTheOther(String... hosts) {
    for (String host : hosts) {
      test.lists.exclude(host);
      test.graceful(60);
    }
  }

  private NodesListReply.EditRefused refused(ListEdit edit) {
    return (NodesListReply.EditRefused) edit(edit);
  }

  private NodesListReply edit(ListEdit edit) {
    TestProbe<NodesListReply> probe = test.kit.createTestProbe();
    test.tell(command(edit, probe));
    return probe.receiveMessage();
  }

  private static NodesListCommand command(ListEdit edit, TestProbe<NodesListReply> probe) {
    Initiator alice =
        new Initiator("alice", Origin.HTTP, Optional.empty(), Optional.empty(), Optional.empty());
    return new NodesListCommand.EditExcludes(edit, alice, probe.getRef());
  }
}
