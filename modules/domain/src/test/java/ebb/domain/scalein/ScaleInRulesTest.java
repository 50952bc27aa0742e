package ebb.domain.scalein;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.domain.Resource;
import ebb.domain.scalein.ScaleInAmount.Unit;
import ebb.domain.scalein.ScaleInRules.Choice;
import ebb.domain.scalein.ScaleInRules.Chosen;
import ebb.domain.scalein.ScaleInRules.Nothing;
import ebb.domain.scalein.ScaleInRules.TooMuch;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleInRulesTest {
  private static final ScaleInHost IDLE = host("h10", 4096, 4, 0, 0);
  private static final ScaleInHost IDLE_TOO = host("h9", 2048, 2, 0, 0);
  private static final ScaleInHost FEW = host("h1", 2048, 2, 2, 0);
  private static final ScaleInHost MANY = host("h2", 2048, 2, 9, 0);
  private static final ScaleInHost MASTER = host("h3", 2048, 2, 1, 1);
  private static final ScaleInHost UNKNOWN =
      new ScaleInHost("h0", 1, Resource.of(2048, 2), Optional.empty());

  private static final List<ScaleInHost> ALL = List.of(UNKNOWN, MASTER, MANY, FEW, IDLE, IDLE_TOO);

  private static ScaleInHost host(String host, int mb, int vcores, int containers, int masters) {
    return new ScaleInHost(
        host, 1, Resource.of(mb, vcores), Optional.of(new ScaleInHost.Work(containers, masters)));
  }

  private static Choice choose(Unit unit, long value) {
    return ScaleInRules.choose(ALL, new ScaleInAmount(unit, value));
  }

  @Test
  void shouldTakeTheHostsThatLoseLeast() {
    assertThat(choose(Unit.NODES, 6))
        .isEqualTo(new Chosen(List.of(IDLE_TOO, IDLE, FEW, MANY, MASTER, UNKNOWN)));
    assertThat(choose(Unit.NODES, 2)).isEqualTo(new Chosen(List.of(IDLE_TOO, IDLE)));
  }

  /** The second idle host is too large for what is left. */
  @Test
  void shouldNeverTakeMoreThanTheAmount() {
    assertThat(choose(Unit.MEMORY, 5_000)).isEqualTo(new Chosen(List.of(IDLE_TOO, FEW)));
    assertThat(choose(Unit.VCORES, 5)).isEqualTo(new Chosen(List.of(IDLE_TOO, FEW)));
  }

  @Test
  void shouldCountTheNodesOfAHost() {
    ScaleInHost twins = new ScaleInHost("h5", 2, Resource.of(1, 1), IDLE.work());

    assertThat(ScaleInRules.choose(List.of(twins, FEW), new ScaleInAmount(Unit.NODES, 1)))
        .isEqualTo(new Chosen(List.of(FEW)));
    assertThat(ScaleInRules.choose(List.of(twins), new ScaleInAmount(Unit.NODES, 2)))
        .isEqualTo(new Chosen(List.of(twins)));
  }

  @Test
  void shouldRefuseMoreThanThereIs() {
    assertThat(choose(Unit.NODES, 7))
        .isEqualTo(new TooMuch("Expected 7 nodes to leave, but the selected hosts have 6 nodes"));
    assertThat(choose(Unit.MEMORY, 14_337))
        .isEqualTo(
            new TooMuch(
                "Expected 14337 MB of memory to leave, but the selected hosts have 14336 MB of"
                    + " memory"));
  }

  @Test
  void shouldSayThatNothingCanLeave() {
    assertThat(ScaleInRules.choose(List.of(), new ScaleInAmount(Unit.NODES, 1)))
        .isEqualTo(new Nothing("No selected host is in service and may leave"));
    assertThat(choose(Unit.VCORES, 1))
        .isEqualTo(new Nothing("Each selected host has more than 1 vcores"));
  }

  @Test
  void shouldRefuseAnAmountOfNothing() {
    assertThatThrownBy(() -> new ScaleInAmount(Unit.NODES, 0))
        .hasMessage("Expected at least 1, but got 0");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, idle",
    "2, 0, 'no application master, 2 containers'",
    "1, 1, '1 application master, 1 container'",
    "5, 2, '2 application masters, 5 containers'"
  })
  void shouldSayWhyAHostIsChosen(int containers, int masters, String why) {
    assertThat(host("h1", 1, 1, containers, masters).why()).isEqualTo(why);
  }
}
