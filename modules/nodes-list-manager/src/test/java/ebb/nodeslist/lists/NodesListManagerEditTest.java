package ebb.nodeslist.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.DrainTimeout;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent.AddedExclude;
import ebb.domain.lists.NodesListEvent.ExcludesEdited;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.Tracking;
import ebb.domain.refresh.PlanSummary;
import ebb.domain.refresh.PlanToken;
import ebb.domain.refresh.RefreshRequest;
import ebb.hosts.EditRejection;
import ebb.hosts.ListEdit;
import ebb.hosts.RefreshRejection;
import ebb.nodeslist.ManagerUnderTest;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The leader edits the exclude file; nothing is in force by that. */
class NodesListManagerEditTest extends EditedFileFixture {
  @Test
  void shouldEditTheFileAndShowTheListsAfterwards() throws Exception {
    NodesListReply reply = edit(add(file, "h2"));

    assertThat(reply).isInstanceOf(NodesListReply.ListsSeen.class);
    assertThat(file).hasContent("h1\nh2\n");
    assertThat(test.events(RefreshAccepted.class)).as("refreshes in the journal").hasSize(1);
    assertThat(test.events(ExcludesEdited.class))
        .as("in the journal")
        .singleElement()
        .satisfies(
            edited -> {
              assertThat(edited.added()).containsExactly(new AddedExclude("h2", Optional.empty()));
              assertThat(edited.by().actor()).isEqualTo("alice");
            });
    assertThat(test.listsInForce().lists().excludes()).isEmpty();
  }

  /** YARN knows no hold, so neither file can express it; the journal keeps it. */
  @ParameterizedTest
  @CsvSource({"exclude, h1", "exclude.xml, <hosts></hosts>"})
  void shouldKeepAHoldInTheJournal(String name, String before) throws Exception {
    file = Files.writeString(folder.resolve(name), before);
    test.lists.configure(file);

    test.join(ManagerUnderTest.H2);
    edit(known(Map.of("h2", Optional.of(DrainTimeout.HELD))));

    assertThat(file).content().contains("h2").doesNotContain("timeout");
    assertThat(test.events(ExcludesEdited.class).get(0).added())
        .containsExactly(new AddedExclude("h2", Optional.of(DrainTimeout.HELD)));
  }

  /** One token for the edit and for the refresh that puts it in force, and for the next leader. */
  @Test
  void shouldDoExactlyThePlanOfAnEdit() throws Exception {
    test.join(ManagerUnderTest.H2);
    ListEdit wish = add(file, "h2");
    var plan = (NodesListReply.Refreshed) edit(wish, true, Optional.empty());
    assertThat(plan.decisions())
        .extracting(NodeDecision::nodeId)
        .containsExactly(ManagerUnderTest.H2);
    assertThat(plan.dryRun()).isTrue();
    assertThat(file).hasContent("h1\n");
    assertThat(test.events(ExcludesEdited.class)).isEmpty();
    Optional<PlanToken> token = plan.plan().map(PlanSummary::token);

    test.restarted();
    test.awaitView(ManagerUnderTest.H2);
    assertThat(edit(wish, false, token)).isInstanceOf(NodesListReply.ListsSeen.class);
    test.lists.exclude("h2");
    var done =
        test.ask(graceful().onlyAs(token), ManagerUnderTest.ALICE, false)
            .expectMessageClass(NodesListReply.Refreshed.class);

    assertThat(done.decisions()).isEqualTo(plan.decisions());
    assertThat(file).hasContent("h1\nh2\n");
    // and once
    var again =
        test.ask(graceful().onlyAs(token), ManagerUnderTest.ALICE, false)
            .expectMessageClass(NodesListReply.Rejected.class);
    assertThat(again.code()).isEqualTo(RefreshRejection.PLAN_CHANGED);
    assertThat(again.reason()).contains("operation " + done.operationId());
  }

  @Test
  void shouldLeaveTheFileAloneIfThePlanHasMoved() throws Exception {
    test.join(ManagerUnderTest.H2);
    ListEdit wish = add(file, "h2");
    var plan = (NodesListReply.Refreshed) edit(wish, true, Optional.empty());
    test.passes(Duration.ofMinutes(2)); // its registration is no longer on its way
    test.nodes.shutDown(ManagerUnderTest.H2);
    test.awaitView(ManagerUnderTest.H2);

    var refused =
        (NodesListReply.EditRefused) edit(wish, false, plan.plan().map(PlanSummary::token));

    assertThat(refused.code()).isEqualTo(EditRejection.PLAN_CHANGED);
    assertThat(refused.reason()).contains("no longer changes: h2:1234");
    assertThat(file).hasContent("h1\n");
  }

  @Test
  void shouldShowNoPlanOfAFileThatIsAnotherByNow() throws Exception {
    ListEdit wish = add(file, "h2");
    Files.writeString(file, "h1\nh3\n");

    var refused = (NodesListReply.EditRefused) edit(wish, true, Optional.empty());

    assertThat(refused.code()).isEqualTo(EditRejection.LISTS_CHANGED);
  }

  @Test
  void shouldRefuseTheSecondOfTwoChangesForTheSameFile() throws Exception {
    ListEdit first = add(file, "h2");
    ListEdit second = add(file, "h3");

    edit(first);

    assertThat(refused(second).code()).isEqualTo(EditRejection.LISTS_CHANGED);
    assertThat(file).hasContent("h1\nh2\n");
  }

  /** The file is edited by then: only what is to be remembered of it is missing. */
  @Test
  void shouldRecordAnEditWhoseFirstRecordFailed() throws Exception {
    test.failNextWrite();
    TestProbe<NodesListReply> editor = test.kit.createTestProbe();
    test.tell(command(add(file, "h2"), editor));
    await().until(() -> Files.readString(file).contains("h2"));
    editor.expectNoMessage(Duration.ofMillis(100));

    test.passes(Duration.ofSeconds(1)); // the delay of the restart

    editor.expectMessageClass(NodesListReply.ListsSeen.class);
    assertThat(test.events(ExcludesEdited.class)).hasSize(1);
  }

  /** It would be edited when whoever asked has long given up. */
  @Test
  void shouldNotEditWhileTheJournalIsAway() throws Exception {
    test.loseJournal();

    assertThat(refused(add(file, "h2")).code()).isEqualTo(EditRejection.JOURNAL_UNAVAILABLE);
    assertThat(described().inForce().lists().excludes()).isEmpty();

    test.findJournal();
    assertThat(file).hasContent("h1\n");
  }

  // ---- hosts that nobody knows ----

  @Test
  void shouldRefuseAHostThatNoNodeHasUnlessItIsMeant() throws Exception {
    test.join(ManagerUnderTest.H2);
    for (ListEdit typo : List.of(known(Map.of("h22", NONE)), known(Map.of(), "h22"))) {
      NodesListReply.EditRefused refused = refused(typo);
      assertThat(refused.code()).isEqualTo(EditRejection.UNKNOWN_HOST);
      assertThat(refused.reason())
          .startsWith("No node of host h22 is known, by name or by address");
    }
    assertThat(file).hasContent("h1\n");
    // when
    edit(add(file, "h22"));
    // then
    assertThat(file).hasContent("h1\nh22\n");
  }

  @Test
  void shouldNameHostsInNaturalOrder() throws Exception {
    assertThat(refused(known(Map.of("h10", NONE, "h9", NONE, "h100", NONE))).reason())
        .startsWith("No node of host h9, h10, h100 is known");
  }

  @Test
  void shouldKnowAHostByItsNameItsAddressAndTheListsThatNameIt() throws Exception {
    test.join(ManagerUnderTest.H2);
    test.lists.exclude("h1");

    assertThat(edit(known(Map.of("h1", NONE, "h2", NONE, "ip", NONE))))
        .isInstanceOf(NodesListReply.ListsSeen.class);
    // and a typo can be taken out again
    test.lists.exclude("h1", "h22");
    assertThat(edit(known(Map.of(), "h22"))).isInstanceOf(NodesListReply.ListsSeen.class);
  }

  // ---- what an operator is asked first ----

  @Test
  void shouldLeaveTheFileAloneWhileAnOperatorIsToBeAsked() throws Exception {
    // given one node of three of the same size
    test.join(ManagerUnderTest.H1, ManagerUnderTest.H2, ManagerUnderTest.H3);
    for (Map<String, Optional<DrainTimeout>> add :
        List.of(Map.of("h2", NONE), Map.of("ip", NONE))) {
      byte[] before = Files.readAllBytes(file);
      NodesListReply.EditRefused refused = refused(careful(add));
      // then, by its name and by its address
      assertThat(refused.code()).isEqualTo(EditRejection.CONFIRMATION_REQUIRED);
      assertThat(refused.reason()).endsWith("of the vcores in service would be taken out");
      assertThat(file).hasBinaryContent(before);
      assertThat(test.events(ExcludesEdited.class)).isEmpty();
    }
    // and when it is confirmed
    assertThat(edit(known(Map.of("h2", NONE)))).isInstanceOf(NodesListReply.ListsSeen.class);
    assertThat(file).hasContent("h1\nh2\n");
  }

  /** Nobody can foresee then what the edit comes to, and the refresh would be refused. */
  @Test
  void shouldNotEditWhileTheOtherListCannotBeRead() throws Exception {
    test.join(ManagerUnderTest.H1, ManagerUnderTest.H2, ManagerUnderTest.H3);
    byte[] before = Files.readAllBytes(file);
    test.lists.breakIncludesWith("include.xml:3: no end of <host>");

    for (ListEdit edit : List.of(careful(Map.of("h2", NONE)), known(Map.of("h2", NONE)))) {
      NodesListReply.EditRefused refused = refused(edit);
      assertThat(refused.code()).isEqualTo(EditRejection.LIST_UNREADABLE);
      assertThat(refused.reason()).contains("include.xml:3");
    }
    assertThat(file).hasBinaryContent(before);
  }

  /** The journal holds the timeout of a plain list. */
  @Test
  void shouldForeseeWhatTheTimeoutOfAnEditEnds() throws Exception {
    test.join(ManagerUnderTest.H2);
    test.lists.exclude("h2");
    test.graceful(3600);
    test.awaitView(ManagerUnderTest.H2);

    assertThat(refused(careful(Map.of("h2", Optional.of(DrainTimeout.ofSeconds(0))))).reason())
        .isEqualTo("h2:1234 would leave at once, with all that runs there");
    assertThat(edit(careful(Map.of("h2", TEN_MINUTES))))
        .isInstanceOf(NodesListReply.ListsSeen.class);
  }

  /** It comes into force with the edit. */
  @Test
  void shouldForeseeWhatElseTheFileHolds() throws Exception {
    test.join(ManagerUnderTest.H2, ManagerUnderTest.H3);
    test.lists.exclude("h1", "h2");

    assertThat(refused(careful(Map.of(), "h1")).code())
        .isEqualTo(EditRejection.CONFIRMATION_REQUIRED);
    test.lists.exclude("h1");
    assertThat(edit(careful(Map.of(), "h1"))).isInstanceOf(NodesListReply.ListsSeen.class);
  }

  // ---- ebb.protect-drains ----

  /** As after a failover to a host with a copy of last week. */
  @Test
  void shouldNotEditListsThatWereReplaced() throws Exception {
    ListEdit edit = add(file, "h3");
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
    edit(add(file, "h3"));
    test.lists.exclude("h1");

    assertThat(edit(add(file, "h4"))).isInstanceOf(NodesListReply.ListsSeen.class);
    assertThat(file).hasContent("h1\nh3\nh4\n");
  }

  @Test
  void shouldSayThatTheConfigurationCannotBeRead() throws Exception {
    test.lists.breakWith("yarn-site.xml cannot be read");

    NodesListReply.EditRefused refused = refused(add(file, "h2"));

    assertThat(refused.code()).isEqualTo(EditRejection.CONFIGURATION_UNREADABLE);
    assertThat(refused.reason()).isEqualTo("yarn-site.xml cannot be read");
  }

  @Test
  void shouldSayThatNobodyKnowsWhenTheFileSystemHangs() throws Exception {
    // given
    ListEdit edit = add(file, "h2");
    test.lists.hang(true);
    // when, then
    assertThat(refused(edit).code()).isEqualTo(EditRejection.UNKNOWN);
    test.clock.add(Duration.ofSeconds(3));
    assertThat(refused(edit).code()).isEqualTo(EditRejection.BUSY);
    // when the file system is back
    test.lists.hang(false);
    // then the first change is made, and once only
    await().untilAsserted(() -> assertThat(file).hasContent("h1\nh2\n"));
    await().until(() -> refused(edit).code() == EditRejection.LISTS_CHANGED);
    await().untilAsserted(() -> assertThat(test.events(ExcludesEdited.class)).hasSize(1));
  }

  @Test
  void shouldSayThatNoExcludeFileIsConfigured() throws Exception {
    ManagerUnderTest other = new ManagerUnderTest().started();
    try {
      TestProbe<NodesListReply> probe = other.kit.createTestProbe();
      other.tell(command(add(file, "h2"), probe));
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

  /** A reader may have a dry run, and nothing that follows may make it an edit. */
  @Test
  void shouldEditNothingForADryRunOrAPlanWhoseFileCannotBeSeen() throws Exception {
    test.join(ManagerUnderTest.H2);
    ListEdit wish = add(file, "h2");
    var plan = (NodesListReply.Refreshed) edit(wish, true, Optional.empty());
    test.lists.hideWith("a look failed");

    var shown = (NodesListReply.EditRefused) edit(wish, true, Optional.empty());
    var done = (NodesListReply.EditRefused) edit(wish, false, plan.plan().map(PlanSummary::token));

    assertThat(shown.code()).isEqualTo(EditRejection.LISTS_CHANGED);
    assertThat(done.code()).isEqualTo(EditRejection.LISTS_CHANGED);
    assertThat(file).hasContent("h1\n");
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

  private NodesListReply edit(ListEdit edit, boolean dryRun, Optional<PlanToken> plan) {
    TestProbe<NodesListReply> probe = test.kit.createTestProbe();
    test.tell(
        new NodesListCommand.EditExcludes(
            edit, ManagerUnderTest.ALICE, dryRun, plan, probe.getRef()));
    return probe.receiveMessage();
  }

  /** As 'ebb drain' sends it after its edit. */
  private static RefreshRequest graceful() {
    return new RefreshRequest(
        RefreshType.GRACEFUL,
        Optional.empty(),
        Tracking.SERVER,
        Optional.empty(),
        false,
        true,
        Optional.empty());
  }
}
