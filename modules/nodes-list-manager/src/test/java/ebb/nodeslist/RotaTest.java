package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each node once in a while, and at no step many of them. */
class RotaTest {
  private static final NodeId A = new NodeId("a", 1);
  private static final NodeId B = new NodeId("b", 1);
  private static final NodeId C = new NodeId("c", 1);

  @Test
  void shouldGiveEachNodeItsTurnWithinTheTimeAndAFewAtEachStep() {
    // given
    Rota rota = new Rota(Duration.ofSeconds(10));
    List<NodeId> all =
        IntStream.range(0, 10_000).mapToObj(number -> new NodeId("h" + number, 1)).toList();
    all.forEach(rota::add);
    // when
    List<NodeId> taken = new ArrayList<>();
    for (int step = 0; step < 100; step++) {
      List<NodeId> due = rota.next();
      assertThat(due).hasSizeBetween(120, 121);
      taken.addAll(due);
    }
    // then
    assertThat(taken.subList(0, all.size())).isEqualTo(all);
    assertThat(taken.get(all.size())).as("and begins anew").isEqualTo(all.get(0));
  }

  @Test
  void shouldTakeOneNowAndThenWhereThereAreFewerNodesThanSteps() {
    Rota rota = new Rota(Duration.ofSeconds(10));
    rota.add(A);
    rota.add(B);

    List<NodeId> taken = new ArrayList<>();
    for (int step = 0; step < 100; step++) {
      List<NodeId> due = rota.next();
      assertThat(due).hasSizeLessThan(2);
      taken.addAll(due);
    }

    assertThat(taken).containsExactly(A, B);
  }

  @Test
  void shouldTakeAllAtEachStepWhereThereIsNoTime() {
    Rota rota = new Rota(Duration.ZERO);
    rota.add(A);
    rota.add(B);

    assertThat(rota.next()).containsExactly(A, B);
    assertThat(rota.next()).containsExactly(A, B);
  }

  @Test
  void shouldLetThoseThatStayKeepTheirPlace() {
    // given
    Rota rota = new Rota(Duration.ofMillis(240));
    rota.add(A);
    rota.add(B);
    assertThat(rota.next()).containsExactly(A);
    // when
    rota.keep(Set.of(A, B, C));
    // then
    assertThat(rota.next()).containsExactly(B);
    assertThat(rota.next()).containsExactly(A, C);
  }

  @Test
  void shouldNotTakeThoseThatLeft() {
    Rota rota = new Rota(Duration.ZERO);
    rota.add(A);
    rota.add(B);
    rota.add(C);

    rota.keep(Set.of(A, B));
    rota.remove(Set.of(B));

    assertThat(rota.next()).containsExactly(A);
  }

  @Test
  void shouldTakeNobodyWhereNobodyIs() {
    assertThat(new Rota(Duration.ofSeconds(10)).next()).isEmpty();
  }
}
