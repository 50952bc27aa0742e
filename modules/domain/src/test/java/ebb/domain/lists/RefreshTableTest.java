package ebb.domain.lists;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.SampleNode;
import ebb.domain.refresh.PlannerNode;
import ebb.domain.refresh.RefreshPlan;
import ebb.domain.refresh.RefreshRequest;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.domain.text.TextTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table refresh-plan.txt: every type of refresh, every verdict, every state. */
class RefreshTableTest {
  private static final NodeAddress HOST1 = new NodeAddress("host1", "10.0.0.1");
  private static final DrainTimeout CONFIGURED = DrainTimeout.ofSeconds(3600);

  static Stream<TextTable.Cell> table() {
    return TextTable.read(RefreshTableTest.class, "refresh-plan.txt").stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void shouldDoWhatTheTableSays(TextTable.Cell cell) {
    // given
    String[] row = cell.row().split(" ", -1);
    HostAdmission verdict = HostAdmission.valueOf(row[1]);
    SampleNode sample = SampleNode.valueOf(cell.column());
    PlannerNode node = PlannerNode.of(sample.create().live(), HOST1);
    // when
    RefreshPlan plan =
        RefreshPlan.of(
            requestOf(row[0]),
            new ListSettings(listsThatSay(verdict), CONFIGURED, Optional.of("")),
            HostLists.EMPTY,
            UntrackedPolicy.DEFAULT,
            List.of(node));
    // then
    String expected = cell.expected().replace("*", "").strip();
    assertThat(plan.decisions().stream().map(decision -> wordFor(decision.action())))
        .containsExactlyElementsOf(expected.equals("-") ? List.of() : List.of(expected));
    assertThat(plan.decisions())
        .allSatisfy(
            decision -> {
              assertThat(decision.nodeId()).isEqualTo(node.nodeId());
              assertThat(decision.verdict()).isEqualTo(verdict);
              assertThat(decision.before()).isEqualTo(sample.state());
            });
  }

  private static RefreshRequest requestOf(String word) {
    return switch (word) {
      case "GRACEFUL" -> graceful(120);
      case "SAME" -> graceful(60);
      default -> new RefreshRequest(RefreshType.valueOf(word), Optional.empty());
    };
  }

  private static RefreshRequest graceful(long seconds) {
    return new RefreshRequest(RefreshType.GRACEFUL, Optional.of(DrainTimeout.ofSeconds(seconds)));
  }

  private static HostLists listsThatSay(HostAdmission verdict) {
    return switch (verdict) {
      case ALLOWED -> HostLists.EMPTY;
      case EXCLUDED_BY_HOST -> HostLists.of(Set.of(), Map.of("host1", Optional.empty()));
      case EXCLUDED_BY_IP -> HostLists.of(Set.of(), Map.of("10.0.0.1", Optional.empty()));
      case NOT_INCLUDED -> HostLists.of(Set.of("host2"), Map.of());
    };
  }

  private static String wordFor(NodeAction action) {
    if (action instanceof NodeAction.Decommission decommission) {
      return decommission.cause() == DecommissionCause.FORCED ? "force" : "decommission";
    } else if (action instanceof NodeAction.GracefulDecommission) {
      return "drain";
    } else if (action instanceof NodeAction.ShutDown) {
      return "shut down";
    }
    return "recommission";
  }

  @Test
  void shouldHaveARowForEveryTypeAndVerdictAndAColumnForEveryState() {
    Set<String> rows = table().map(TextTable.Cell::row).collect(Collectors.toSet());

    for (RefreshType type : refreshes()) {
      for (HostAdmission verdict : HostAdmission.values()) {
        assertThat(rows).contains(type + " " + verdict);
      }
    }
    assertThat(table().map(TextTable.Cell::column).distinct())
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(SampleNode.values()).map(SampleNode::name).toList());
  }

  private static List<RefreshType> refreshes() {
    return Stream.of(RefreshType.values()).filter(RefreshType::isRefresh).toList();
  }
}
