package ebb.domain.refresh;

import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.Decision;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeAction.GracefulDecommission;
import ebb.domain.NodeAction.KeptDrains;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent.AddedExclude;
import ebb.domain.lists.NodesListEvent.ExcludesEdited;
import ebb.domain.lists.NodesListEvent.ListsRead;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListEvent.NodesForgotten;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.Tracking;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An undo gives nodes back what they were to do, and leaves alone what has moved on. */
class UndoTest {
  private static final NodeId H1 = new NodeId("h1", 1);
  private static final NodeId H2 = new NodeId("h2", 1);
  private static final NodeAction RECOMMISSION = new NodeAction.Recommission();
  private static final DrainTimeout HOUR = DrainTimeout.ofSeconds(3600);
  private static final DrainTimeout DAY = DrainTimeout.ofSeconds(86_400);

  private final Map<NodeId, NodeLifecycle> nodes = new TreeMap<>();
  private NodesListState state = NodesListState.EMPTY;
  private HostAdmission verdict = HostAdmission.EXCLUDED_BY_HOST;

  @BeforeEach
  void register() {
    see(H1, "10.0.0.1");
    see(H2, "10.0.0.2");
  }

  private void see(NodeId node, String ip) {
    state = state.apply(new NodeSeen(node, new NodeAddress(node.host(), ip), at(T0)));
    change(
        node, NodeLifecycle.unregistered(node).register(Resource.of(1, 1), true, true, at(T0, 0)));
  }

  @Test
  void shouldAdmitWhatTheOperationTookOut() {
    excluding("h1", "10.0.0.2");
    operation(Map.of(H1, drain(HOUR), H2, normal()));

    Undo undo = undo(1);

    assertThat(undo.admit()).containsExactly("10.0.0.2", "h1");
    assertThat(undo.exclude()).isEmpty();
    assertThat(undo.timeouts()).isEmpty();
    assertThat(undo.skipped()).isEmpty();
  }

  @Test
  void shouldExcludeAgainWhatTheOperationLetBackInWithTheTimeoutThatItHad() {
    excluding("h1", "h2");
    operation(Map.of(H1, drain(DAY), H2, drain(HOUR, TimeoutSource.CONFIGURATION)));
    excluding();
    operation(Map.of(H1, RECOMMISSION, H2, RECOMMISSION));

    assertThat(undo(2).exclude())
        .isEqualTo(Map.of("h1", Optional.of(DAY), "h2", Optional.<DrainTimeout>empty()));
  }

  @Test
  void shouldExcludeAgainWhatHadLeftAtOnce() {
    excluding("h1");
    operation(Map.of(H1, normal()));
    excluding();
    operation(Map.of(H1, RECOMMISSION));

    assertThat(undo(2).exclude()).isEqualTo(Map.of("h1", Optional.<DrainTimeout>empty()));
  }

  @Test
  void shouldExcludeByTheNameThatTheFileHad() {
    excluding("10.0.0.1");
    verdict = HostAdmission.EXCLUDED_BY_IP;
    operation(Map.of(H1, drain(HOUR)));
    excluding();
    operation(Map.of(H1, RECOMMISSION));

    assertThat(undo(2).exclude()).containsOnlyKeys("10.0.0.1");
  }

  @Test
  void shouldGiveADrainTheTimeoutThatItHad() {
    excluding("h1", "h2");
    operation(Map.of(H1, drain(HOUR), H2, drain(HOUR)));
    operation(Map.of(H1, new NodeAction.ChangeTimeout(DAY)));
    operation(Map.of(H2, drain(DAY)));

    assertThat(undo(2).timeouts()).isEqualTo(Map.of(H1, HOUR));
    assertThat(undo(3).timeouts()).isEqualTo(Map.of(H2, HOUR));
    assertThat(undo(2).admit()).isEmpty();
  }

  /** Only the entry of a host can hold its drains, so the entry is restored. */
  @Test
  void shouldHoldAgainWhatTheOperationReleased() {
    excluding("h1", "h2");
    operation(Map.of(H1, drain(DrainTimeout.HELD), H2, drain(HOUR)));
    operation(Map.of(H1, drain(HOUR), H2, drain(DrainTimeout.HELD)));

    assertThat(undo(2).exclude())
        .isEqualTo(Map.of("h1", Optional.of(DrainTimeout.HELD), "h2", Optional.of(HOUR)));
    assertThat(undo(2).timeouts()).isEmpty();
    assertThat(undo(2).skipped()).isEmpty();
  }

  /** The refresh between left the operator's timeout as it was. */
  @Test
  void shouldKnowWhichTimeoutWasInForce() {
    excluding("h1");
    operation(Map.of(H1, drain(HOUR)));
    operation(Map.of(H1, new NodeAction.ChangeTimeout(DAY)));
    operation(
        Map.of(
            H1,
            new GracefulDecommission(HOUR, TimeoutSource.REQUEST, Optional.of(KeptDrains.ALL))));
    operation(Map.of(H1, new NodeAction.ChangeTimeout(DrainTimeout.INFINITE)));

    assertThat(undo(4).timeouts()).isEqualTo(Map.of(H1, DAY));
    // and what it did not change is not undone
    assertThat(undo(3).skipped()).containsOnlyKeys(H1);
  }

  @Test
  void shouldLeaveAloneWhatChangedSince() {
    excluding("h1", "h2");
    operation(Map.of(H1, drain(HOUR), H2, drain(HOUR)));
    excluding("h1");
    operation(Map.of(H2, RECOMMISSION));

    Undo undo = undo(1);

    assertThat(undo.admit()).containsExactly("h1");
    assertThat(undo.skipped()).isEqualTo(Map.of(H2, "operation op-2 has changed it since"));
  }

  @Test
  void shouldNameWhatCannotBeUndone() {
    excluding("h1", "h2");
    operation(Map.of(H1, drain(HOUR)));
    operation(Map.of(H1, new NodeAction.Decommission(DecommissionCause.FORCED, Optional.empty())));
    assertThat(undo(2).skipped()).isEqualTo(Map.of(H1, "its drain has ended"));

    operation(Map.of(H2, drain(HOUR)));
    excluding("h1");
    assertThat(undo(3).skipped()).isEqualTo(Map.of(H2, "the exclude list does not name it"));
    nodes.remove(H1);
    assertThat(undo(2).skipped())
        .isEqualTo(Map.of(H1, "its state is not known yet; try again in a moment"));

    state = state.apply(new NodesForgotten(List.of(H2), at(T0)));
    assertThat(undo(3).skipped()).isEqualTo(Map.of(H2, "it is no longer known"));

    operation(Map.of(H1, RECOMMISSION));
    assertThat(undo(4).skipped()).isEqualTo(Map.of(H1, "it is in the exclude list already"));
  }

  /** An entry takes out, and lets in, every node of its host. */
  @Test
  void shouldLeaveAloneAnEntryOfANodeThatChangedSince() {
    NodeId neighbour = new NodeId("h1", 2);
    see(neighbour, "10.0.0.1");
    excluding("h1");
    operation(Map.of(H1, drain(HOUR), neighbour, drain(HOUR)));
    operation(Map.of(neighbour, normal()));

    assertThat(undo(1).admit()).isEmpty();
    assertThat(undo(1).skipped().get(H1))
        .isEqualTo("its entry is also that of h1:2, which was changed since");
  }

  @Test
  void shouldTakeTheLongerTimeoutOfTwoNodesWithOneEntry() {
    NodeId neighbour = new NodeId("h1", 2);
    see(neighbour, "10.0.0.1");
    excluding("h1");
    operation(Map.of(H1, drain(HOUR), neighbour, drain(HOUR)));
    operation(Map.of(neighbour, new NodeAction.ChangeTimeout(DAY)));
    excluding();
    operation(Map.of(H1, RECOMMISSION, neighbour, RECOMMISSION));

    assertThat(undo(3).exclude()).isEqualTo(Map.of("h1", Optional.of(DAY)));
  }

  /** Another timeout does not keep anybody from taking the drain back. */
  @Test
  void shouldAdmitANodeWhoseTimeoutChangedSince() {
    excluding("h1");
    operation(Map.of(H1, drain(HOUR)));
    operation(Map.of(H1, new NodeAction.ChangeTimeout(DAY)));

    assertThat(undo(1).admit()).containsExactly("h1");
  }

  @Test
  void shouldLeaveAloneAHostThatSomebodyExcludedSince() {
    excluding("h1");
    operation(Map.of(H1, normal()));
    state =
        state.apply(
            new ExcludesEdited(
                List.of(new AddedExclude("h1", Optional.empty())), List.of(), at(T0, 1)));

    assertThat(undo(1).skipped()).isEqualTo(Map.of(H1, "alice has excluded it since"));
  }

  @Test
  void shouldLeaveToTheIncludeListWhatItDecided() {
    verdict = HostAdmission.NOT_INCLUDED;
    operation(Map.of(H1, drain(HOUR)));
    excluding("h1");
    assertThat(undo(1).skipped()).isEqualTo(Map.of(H1, "an include list decided on it"));
    excluding();
    operation(Map.of(H1, RECOMMISSION, H2, RECOMMISSION));
    assertThat(undo(2).skipped())
        .isEqualTo(
            Map.of(
                H1,
                "an include list decided on it",
                H2,
                "what excluded it before is no longer kept"));
  }

  /** The node has yet to apply, and will. */
  @Test
  void shouldRestoreATimeoutThatIsOnItsWay() {
    excluding("h1");
    operation(Map.of(H1, drain(HOUR)));
    NodeLifecycle asOfNow = node(H1);
    operation(Map.of(H1, new NodeAction.ChangeTimeout(DAY)));
    nodes.put(H1, asOfNow);

    assertThat(undo(2).timeouts()).isEqualTo(Map.of(H1, HOUR));
  }

  // ---- given ----

  private Undo undo(long version) {
    return Undo.of(state.operations().find("op-" + version).orElseThrow(), state, nodes);
  }

  private static NodeAction drain(DrainTimeout timeout) {
    return drain(timeout, TimeoutSource.REQUEST);
  }

  private static NodeAction drain(DrainTimeout timeout, TimeoutSource source) {
    return new GracefulDecommission(timeout, source);
  }

  private static NodeAction normal() {
    return new NodeAction.Decommission(DecommissionCause.NORMAL);
  }

  private void excluding(String... hosts) {
    Map<String, Optional<DrainTimeout>> excludes = new TreeMap<>();
    for (String host : hosts) {
      excludes.put(host, Optional.empty());
    }
    HostLists lists = HostLists.of(Set.of(), excludes);
    state = state.apply(new ListsRead(String.join(",", hosts), lists, at(T0, 1)));
  }

  /** The next refresh; the nodes apply it. */
  private void operation(Map<NodeId, NodeAction> actions) {
    long version = state.listVersion() + 1;
    List<NodeDecision> decisions =
        new TreeMap<>(actions)
            .entrySet().stream()
                .map(
                    each ->
                        new NodeDecision(
                            each.getKey(), each.getValue(), verdict, node(each.getKey()).state()))
                .toList();
    state =
        state.apply(
            new RefreshAccepted(
                "op-" + version,
                version,
                RefreshType.GRACEFUL,
                Optional.empty(),
                HOUR,
                state.listsHash(),
                decisions,
                Optional.of(""),
                Optional.of(Tracking.SERVER),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                at(T0, version)));
    Initiator by =
        new Initiator(
            "alice", Origin.HTTP, Optional.empty(), Optional.empty(), Optional.of("op-" + version));
    actions.forEach(
        (node, action) ->
            change(
                node,
                node(node)
                    .applyOrder(
                        new NodeOrder(node, action, version, T0, by),
                        by.stamp(T0, "rm1", version))));
  }

  private void change(NodeId node, Decision decision) {
    NodeLifecycle next = node(node);
    if (decision instanceof Decision.Persist persist) {
      for (NodeEvent event : persist.events()) {
        next = next.apply(event);
      }
    }
    nodes.put(node, next);
  }

  private NodeLifecycle node(NodeId id) {
    return nodes.getOrDefault(id, NodeLifecycle.unregistered(id));
  }
}
