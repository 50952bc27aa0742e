package ebb.soak.check;

import static ebb.soak.check.RecordedRun.NODE;
import static ebb.soak.check.RecordedRun.at;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.check.Breach;
import ebb.demo.check.Breach.Promise;
import ebb.domain.DecommissionCause;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class AnswerCheckTest {
  private final RecordedRun run = new RecordedRun();

  @Test
  void shouldFindANodeThatAnAnswerLacks() {
    run.seen(0);
    run.answers.add(new NodeListAnswer(at(10), at(11), true, List.of()));
    assertThat(run.broken()).containsExactly(Promise.EVERY_NODE_IN_EVERY_ANSWER);
  }

  @Test
  void shouldLetAnAnswerLackANodeThatAFaultKeptFromTheLeader() {
    run.seen(0);
    run.faults.add(new FaultWindow("SlowDatabase", at(1), at(8)));
    run.answers.add(new NodeListAnswer(at(10), at(11), true, List.of()));
    assertThat(run.breaches()).isEmpty();

    run.answers.add(new NodeListAnswer(at(90), at(91), true, List.of()));
    assertThat(run.broken()).containsExactly(Promise.EVERY_NODE_IN_EVERY_ANSWER);
  }

  @Test
  void shouldLetALeaderThatHasJustBegunLackANode() {
    run.seen(0);
    run.leads(1, 60);
    run.answers.add(new NodeListAnswer(at(61), at(62), true, List.of()));
    assertThat(run.breaches()).isEmpty();

    run.answers.add(new NodeListAnswer(at(64), at(65), true, List.of()));
    assertThat(run.broken()).containsExactly(Promise.EVERY_NODE_IN_EVERY_ANSWER);
  }

  @Test
  void shouldFindAnAnswerThatHasANodeTwice() {
    NodeListAnswer.Entry said =
        new NodeListAnswer.Entry(
            NODE, new NodeSnapshot("NEW", OptionalLong.empty(), Optional.empty()));
    run.answers.add(new NodeListAnswer(at(10), at(11), true, List.of(said, said)));
    assertThat(run.broken()).containsExactly(Promise.EVERY_NODE_IN_EVERY_ANSWER);
  }

  @Test
  void shouldFindAnAnswerThatIsAheadOfTheEvents() {
    run.registered();
    run.started(12, 60);
    run.ended(DecommissionCause.TIMEOUT, 72);
    run.saw(68, "DECOMMISSIONED", OptionalLong.empty(), Optional.empty());
    assertThat(run.broken()).containsExactly(Promise.ANSWERS_ARE_TRUE);
  }

  @Test
  void shouldFindAnAnswerThatIsOlderThanAFaultExcuses() {
    run.registered();
    run.started(12, 900);
    run.saw(30, "RUNNING", OptionalLong.empty(), Optional.empty());
    assertThat(run.broken()).containsExactly(Promise.ANSWERS_ARE_TRUE);
    run.faults.add(new FaultWindow("Pause", at(13), at(20)));
    assertThat(run.breaches()).isEmpty();
  }

  @Test
  void shouldAskForANodeUntilItIsForgottenAndOnceItIsSeenAgain() {
    run.seen(0);
    run.forgotten(50);
    run.seen(60);
    run.answers.add(new NodeListAnswer(at(51), at(52), true, List.of()));
    run.answers.add(new NodeListAnswer(at(58), at(59), true, List.of()));
    run.answers.add(new NodeListAnswer(at(61), at(62), true, List.of()));
    assertThat(run.breaches()).isEmpty();

    run.answers.add(new NodeListAnswer(at(40), at(41), true, List.of()));
    run.answers.add(new NodeListAnswer(at(70), at(71), true, List.of()));
    assertThat(run.breaches())
        .extracting(Breach::subject)
        .containsExactly("the answer to " + at(40), "the answer to " + at(70));
  }

  @Test
  void shouldFindAnAnswerWithAnotherDeadline() {
    run.registered();
    run.started(12, 900);
    run.saw(30, "DECOMMISSIONING", OptionalLong.of(1), Optional.of(at(912)));
    assertThat(run.breaches()).isEmpty();

    run.saw(30, "DECOMMISSIONING", OptionalLong.of(1), Optional.of(at(913)));
    assertThat(run.broken()).containsExactly(Promise.ANSWERS_ARE_TRUE);
  }

  @Test
  void shouldAskForNoOtherNodeInAnAnswerAboutOne() {
    run.seen(0);
    run.answers.add(new NodeListAnswer(at(10), at(11), false, List.of()));
    assertThat(run.breaches()).isEmpty();
  }
}
