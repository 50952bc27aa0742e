package ebb.domain;

import static ebb.domain.SampleCommands.ONE_MINUTE;
import static ebb.domain.SampleCommands.OTHER_SIZE;
import static ebb.domain.SampleCommands.SIZE;
import static ebb.domain.SampleCommands.TWO_MINUTES;
import static ebb.domain.SampleCommands.decommissioning;
import static ebb.domain.SampleCommands.draining;
import static ebb.domain.SampleCommands.endDrainOf;
import static ebb.domain.SampleCommands.nextOrder;
import static ebb.domain.SampleCommands.order;
import static ebb.domain.provenance.Stamps.T0;
import static java.util.Map.entry;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.NodeEvent.ListVersionAdvanced;
import ebb.domain.text.TextTable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table transitions.txt, which names every state and every command, is what the rules do. */
class TransitionTableTest {
  private static final Instant DEADLINE = T0.plusSeconds(60);

  private static final NodeAction DRAIN = draining(ONE_MINUTE);
  private static final NodeAction DECOMMISSION = decommissioning(DecommissionCause.NORMAL);
  private static final NodeAction FORCE = decommissioning(DecommissionCause.FORCED);
  private static final NodeAction END = new NodeAction.ShutDown();
  private static final NodeAction RECOMMISSION = new NodeAction.Recommission();

  private static final Map<String, Command> COMMANDS =
      Map.ofEntries(
          entry("register", SampleCommands.register()),
          entry("register sick", SampleCommands.registerSick()),
          entry("register other size", SampleCommands.register(OTHER_SIZE, true, true)),
          entry("register excluded", SampleCommands.registerExcluded()),
          entry("report healthy", SampleCommands.reportHealthy()),
          entry("report sick", SampleCommands.reportSick()),
          entry("expire", SampleCommands.expire()),
          entry("reboot", SampleCommands.reboot()),
          entry("goodbye", SampleCommands.sayGoodbye()),
          entry("drain", nextOrder(DRAIN, T0)),
          entry("drain other timeout", nextOrder(draining(TWO_MINUTES), T0)),
          entry("drain stale", stale(DRAIN)),
          entry("decommission", nextOrder(DECOMMISSION, T0)),
          entry("decommission stale", stale(DECOMMISSION)),
          entry("force", nextOrder(FORCE, T0)),
          entry("force stale", stale(FORCE)),
          entry("end drain", nextOrder(endDrainOf("op-1", 0), T0)),
          entry("end drain stale", stale(endDrainOf("op-1", 0))),
          entry("end drain unheard of", nextOrder(endDrainOf("op-1", 7), T0)),
          entry("end drain of another", nextOrder(endDrainOf("op-2", 0), T0)),
          entry("retime", SampleCommands.retime(TWO_MINUTES, T0)),
          entry("retime to same", SampleCommands.retime(ONE_MINUTE, T0)),
          entry("retime stale", stale(new NodeAction.ChangeTimeout(TWO_MINUTES))),
          entry("end as untracked", nextOrder(END, T0)),
          entry("end as untracked stale", stale(END)),
          entry("recommission", nextOrder(RECOMMISSION, T0)),
          entry("recommission stale", stale(RECOMMISSION)),
          entry("resize", SampleCommands.resize(OTHER_SIZE)),
          entry("resize to same", SampleCommands.resize(SIZE)),
          entry("drained", SampleCommands.reportDrained(1)),
          entry("drained other epoch", SampleCommands.reportDrained(2)),
          entry("deadline", SampleCommands.deadlineTick(1, DEADLINE)),
          entry("deadline too early", SampleCommands.deadlineTick(1, DEADLINE.minusMillis(1))),
          entry("deadline other epoch", SampleCommands.deadlineTick(2, DEADLINE)),
          entry("progress", SampleCommands.progressTick(1)),
          entry("progress other epoch", SampleCommands.progressTick(2)));

  /** Of the very refresh that the node applied last. */
  private static Command stale(NodeAction action) {
    return node -> order(node.listVersion(), action, T0).putTo(node);
  }

  static Stream<TextTable.Cell> table() {
    return TextTable.read(TransitionTableTest.class, "transitions.txt").stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void shouldDoWhatTheTableSays(TextTable.Cell cell) {
    // given
    SampleNode sample = SampleNode.valueOf(cell.column());
    JournaledNode node = sample.create();
    NodeLifecycle before = node.live();
    assertThat(before.state()).isEqualTo(sample.state());
    // when
    Decision decision = node.tell(requireNonNull(COMMANDS.get(cell.row()), cell.row()));
    // then
    String expected = cell.expected().replace("*", "").strip();
    assertThat(outcome(decision, node.live())).isEqualTo(expected);
    if (!(decision instanceof Decision.Persist)) {
      assertThat(node.live()).isEqualTo(before);
    }
  }

  /** In the words of the table. */
  private static String outcome(Decision decision, NodeLifecycle after) {
    if (decision instanceof Decision.Reject reject) {
      return "!" + reject.code();
    } else if (decision instanceof Decision.Persist persist) {
      boolean onlyNoted = persist.events().stream().allMatch(ListVersionAdvanced.class::isInstance);
      return onlyNoted ? "noted" : after.state().toString();
    }
    return "-";
  }

  @Test
  void shouldHaveAColumnForEveryState() {
    Set<String> columns = table().map(TextTable.Cell::column).collect(Collectors.toSet());

    assertThat(columns)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(SampleNode.values()).map(SampleNode::name).toList());
    assertThat(Stream.of(SampleNode.values()).map(SampleNode::state).distinct())
        .containsExactlyInAnyOrder(NodeState.values());
  }

  @Test
  void shouldHaveARowForEveryCommand() {
    Set<String> rows = table().map(TextTable.Cell::row).collect(Collectors.toSet());

    assertThat(rows).isEqualTo(COMMANDS.keySet());
    assertThat(decidingMethods())
        .as("a new command needs rows of its own")
        .containsExactlyInAnyOrder(
            "applyOrder",
            "resize",
            "deadlineReached",
            "drained",
            "progressed",
            "register",
            "reportHealth",
            "expire",
            "reboot",
            "shutDown");
  }

  private static List<String> decidingMethods() {
    return Stream.of(NodeLifecycle.class.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> method.getReturnType() == Decision.class)
        .map(Method::getName)
        .toList();
  }
}
