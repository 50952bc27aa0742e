package ebb.domain.lists;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.queue.FleetConditions;
import ebb.domain.queue.FleetConditions.FleetHost;
import ebb.domain.queue.FleetLoad;
import ebb.domain.queue.HostGroup;
import ebb.domain.queue.KeptCapacity;
import ebb.domain.queue.NodePlace;
import ebb.domain.queue.Pace;
import ebb.domain.queue.ParallelLimit;
import ebb.domain.queue.QueueChange;
import ebb.domain.queue.QueuePhase;
import ebb.domain.queue.QueueRejection;
import ebb.domain.queue.QueuedHost;
import ebb.domain.refresh.FleetView;
import ebb.domain.refresh.NodesListRules;
import ebb.domain.refresh.QueueRules;
import ebb.domain.refresh.QueueRules.Changed;
import ebb.domain.refresh.QueueRules.QueueDecision;
import ebb.domain.refresh.QueueRules.Queued;
import ebb.domain.refresh.QueueRules.Refused;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QueueRulesTest extends NodesListStateFixture {
  private static final Pace ANY_TIME = pace(Optional.empty(), Optional.empty());

  private final Map<NodeId, NodePlace> places = new HashMap<>();

  @BeforeEach
  void start() {
    refresh(RefreshType.NORMAL, HostLists.EMPTY, "start");
    join(H1, H2);
  }

  @Test
  void shouldQueueHostsUntilTheListsExcludeThem() {
    queue("h1", "h2");
    assertThat(waiting()).containsExactly("h1", "h2");

    refresh(RefreshType.GRACEFUL, excluding("h1"));

    assertThat(waiting()).containsExactly("h2");
    refresh(RefreshType.GRACEFUL, excluding("h1", "h2"));
    assertThat(state.queue().drains()).isEmpty();
  }

  @Test
  void shouldLeaveOutHostsThatAreExcludedAlready() {
    refresh(RefreshType.GRACEFUL, excluding("h1"));

    queue("h1", "h2");

    assertThat(waiting()).containsExactly("h2");
    assertThat(refusal(ANY_TIME, "h1").code()).isEqualTo(QueueRejection.ALREADY_EXCLUDED);
  }

  @Test
  void shouldLetARecommissionedHostWaitNoLonger() {
    queue("h1", "h2");

    record(NodesListRules.editExcludes(state, List.of(), List.of("h2", "h9"), by()));

    assertThat(waiting()).containsExactly("h1");
  }

  @Test
  void shouldRefuseWhatCannotBeMeant() {
    queue("h1");

    assertThat(refusal(ANY_TIME, "h1").code()).isEqualTo(QueueRejection.ALREADY_QUEUED);
    assertThat(refusal(ANY_TIME, "h2", "h9").reason()).contains("No node of host h9 is known");
    assertThat(refusal(pace(Optional.empty(), Optional.of(T0)), "h2").code())
        .isEqualTo(QueueRejection.WINDOW_CLOSED);
    Instant later = T0.plusSeconds(60);
    assertThat(refusal(pace(Optional.of(later), Optional.of(later)), "h2").code())
        .isEqualTo(QueueRejection.WINDOW_CLOSED);
    assertThat(QueueRules.change(state, "other", QueueChange.HOLD, by()))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.code()).isEqualTo(QueueRejection.UNKNOWN_QUEUED_DRAIN));
    assertThat(waiting()).containsExactly("h1");
  }

  @Test
  void shouldAskBeforeManyDrainAtTheSameTimeOrLeaveAtOnce() {
    QueuedHost h1 = new QueuedHost("h1", Optional.empty());
    QueuedHost now = new QueuedHost("h1", Optional.of(DrainTimeout.ofSeconds(0)));

    assertThat(unconfirmed(h1, new FleetLoad(0, 9))).contains("1 of 9 hosts in service would");
    assertThat(unconfirmed(h1, new FleetLoad(0, 10))).isEmpty();
    assertThat(unconfirmed(now, new FleetLoad(0, 10))).contains("would leave at once");
  }

  private String unconfirmed(QueuedHost host, FleetLoad load) {
    return QueueRules.queue(
                state, "q", List.of(host), ANY_TIME, false, false, FleetConditions.of(load), by())
            instanceof Refused refused
        ? refused.reason()
        : "";
  }

  @Test
  void shouldRefuseMoreDrainsThanAnybodyCanOversee() {
    for (int i = 0; i < 100; i++) {
      join(new NodeId("m" + i, 1));
      queue("m" + i);
    }

    assertThat(refusal(ANY_TIME, "h1").code()).isEqualTo(QueueRejection.QUEUE_FULL);
  }

  @Test
  void shouldCountADrainFromItsPlanUntilItsEnd() {
    NodeId beside = new NodeId("h1", 2);
    join(beside);
    assertThat(load()).isEqualTo(new FleetLoad(0, 2));

    refresh(RefreshType.GRACEFUL, excluding("h1"));
    assertThat(load()).as("ordered").isEqualTo(new FleetLoad(1, 2));

    state.unsettledOrders().forEach(this::deliver);
    assertThat(load()).as("under way").isEqualTo(new FleetLoad(1, 2));
    assertThat(FleetView.of(state, Map.of(), node -> Optional.empty()).load())
        .as("not heard of")
        .isEqualTo(new FleetLoad(1, 1));

    for (NodeId node : List.of(H1, beside)) {
      applyOrder(node(node).drained(node(node).lastEpoch(), by()), node);
    }
    assertThat(load()).as("ended").isEqualTo(new FleetLoad(0, 1));
  }

  @Test
  void shouldBeTheSameFromASnapshot() {
    queue("h1", "h2");
    record(
        Optional.of(
            ((Changed) QueueRules.change(state, "queued h1", QueueChange.HOLD, by())).event()));

    assertThat(NodesListState.of(state.toSnapshot())).isEqualTo(state);
    assertThat(state.queue().drains()).singleElement().matches(drain -> drain.held());
  }

  @Test
  void shouldKeepInServiceWhatTakesContainersAndNoOrderTakesOut() {
    NodeId gpu = new NodeId("h1", 2);
    join(gpu);
    places.put(H1, new NodePlace(KeptCapacity.UNLABELLED, "/a"));
    places.put(H2, new NodePlace(KeptCapacity.UNLABELLED, "/a"));
    places.put(gpu, new NodePlace("gpu", "/b"));
    long size = node(H1).capacity().orElseThrow().memoryMb();
    assertThat(fleet().memoryMb())
        .isEqualTo(Map.of(KeptCapacity.UNLABELLED, 2 * size, "gpu", size));
    assertThat(fleet().hosts().get("h1"))
        .isEqualTo(
            new FleetHost(
                Map.of(KeptCapacity.UNLABELLED, size, "gpu", size), false, Optional.of("/a")));
    assertThat(fleet().hosts().get(state.addressOf(H2).orElseThrow().ip()))
        .as("by its address")
        .isEqualTo(new FleetHost(Map.of(KeptCapacity.UNLABELLED, size), false, Optional.of("/a")));

    refresh(RefreshType.GRACEFUL, excluding("h1"));
    assertThat(fleet().memoryMb()).as("ordered").isEqualTo(Map.of(KeptCapacity.UNLABELLED, size));

    state.unsettledOrders().forEach(this::deliver);
    refresh(RefreshType.GRACEFUL, HostLists.EMPTY);
    assertThat(fleet().memoryMb())
        .as("recommissioned, but not back yet")
        .isEqualTo(Map.of(KeptCapacity.UNLABELLED, size));
    assertThat(load().draining()).as("still").isEqualTo(1);
    state.unsettledOrders().forEach(this::deliver);
    assertThat(fleet().memoryMb()).as("back").hasSize(2);
    assertThat(load().draining()).isZero();

    places.remove(H2);
    assertThat(fleet().memoryMb())
        .as("not registered with this leader")
        .isEqualTo(Map.of(KeptCapacity.UNLABELLED, size, "gpu", size));
  }

  @Test
  void shouldNotCountUnhealthyAndLostNodesAsKept() {
    places.put(H1, new NodePlace("gpu", "/a"));
    places.put(H2, new NodePlace("gpu", "/a"));
    long size = node(H1).capacity().orElseThrow().memoryMb();
    assertThat(fleet().memoryMb()).isEqualTo(Map.of("gpu", 2 * size));

    applyOrder(node(H1).reportHealth(false, "disk", by()), H1);
    assertThat(fleet().memoryMb()).as("unhealthy").isEqualTo(Map.of("gpu", size));
    applyOrder(node(H2).expire(by()), H2);
    assertThat(fleet().memoryMb()).as("and lost").isEmpty();
  }

  @Test
  void shouldRefuseToKeepWhatIsNotInService() {
    places.put(H1, new NodePlace("gpu", "/b"));
    String size = node(H1).capacity().orElseThrow().memoryMb() + "M";

    Refused refused = refusal(keeping("900T"), "h1");
    assertThat(refused.code()).isEqualTo(QueueRejection.CAPACITY_MISSING);
    assertThat(refused.reason()).startsWith("Memory in service: ");
    assertThat(refusal(keeping("1M@ssd"), "h1").reason()).contains("label ssd: 0G");
    assertThat(decide(keeping(size + "@gpu"), "h1")).isInstanceOf(Queued.class);
  }

  @Test
  void shouldQueueRackByRackAndRememberTheRacks() {
    NodeId h3 = new NodeId("h3", 1);
    join(h3);
    places.put(H1, new NodePlace(KeptCapacity.UNLABELLED, "/a"));
    places.put(H2, new NodePlace(KeptCapacity.UNLABELLED, "/b"));
    places.put(h3, new NodePlace(KeptCapacity.UNLABELLED, "/a"));

    record(Optional.of(((Queued) decide(BY_RACK, "h1", "h2", "h3")).event()));
    places.clear();

    assertThat(waiting()).containsExactly("h1", "h3", "h2");
    refresh(RefreshType.GRACEFUL, excluding("h1", "h3"));
    assertThat(NodesListState.of(state.toSnapshot())).isEqualTo(state);
    assertThat(state.queue().next(T0, fleet())).isEmpty();
    assertThat(state.queue().drains().get(0).turn(T0, fleet()).phase())
        .isEqualTo(QueuePhase.OTHER_RACK);

    state.unsettledOrders().forEach(this::deliver);
    for (NodeId node : List.of(H1, h3)) {
      applyOrder(node(node).drained(node(node).lastEpoch(), by()), node);
    }
    assertThat(state.queue().next(T0, fleet())).isPresent();
  }

  private static final Pace BY_RACK =
      new Pace(
          new ParallelLimit(9, false),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.of(HostGroup.RACK),
          Optional.empty());

  @Test
  void shouldKnowWhichWaitingHostsTheFilesExcludeAlready() {
    assertThat(
            QueueRules.listedEarly(
                excluding("h1", "h2", "h9"), excluding("h1"), Set.of("h1", "h2", "h3")))
        .containsExactly("h2");
  }

  private static Pace keeping(String capacity) {
    return new Pace(
        new ParallelLimit(1, false),
        Optional.empty(),
        Optional.empty(),
        KeptCapacity.parse(capacity),
        Optional.empty(),
        Optional.empty());
  }

  private FleetConditions fleet() {
    return FleetView.of(state, nodes, node -> Optional.ofNullable(places.get(node)));
  }

  private FleetLoad load() {
    return fleet().load();
  }

  private void queue(String... hosts) {
    record(Optional.of(((Queued) decide(ANY_TIME, hosts)).event()));
  }

  private Refused refusal(Pace pace, String... hosts) {
    return (Refused) decide(pace, hosts);
  }

  private QueueDecision decide(Pace pace, String... hosts) {
    List<QueuedHost> queued =
        Stream.of(hosts).map(host -> new QueuedHost(host, Optional.empty())).toList();
    return QueueRules.queue(state, "queued " + hosts[0], queued, pace, false, true, fleet(), by());
  }

  private List<String> waiting() {
    return state.queue().drains().stream()
        .flatMap(drain -> drain.waiting().stream())
        .map(QueuedHost::host)
        .toList();
  }

  private static Pace pace(Optional<Instant> notBefore, Optional<Instant> until) {
    return new Pace(new ParallelLimit(1, false), notBefore, until);
  }
}
