package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestInbox;
import akka.actor.typed.ActorRef;
import ebb.nodeslist.ManagerMessage.Passed;
import ebb.nodeslist.NodesListCommand.FindOperation;
import ebb.nodeslist.NodesListCommand.GetLists;
import org.junit.jupiter.api.Test;

/** What the leader hears of the commands that it has let through. */
class PassageTest {
  private final TestInbox<LeaderCommand> leader = TestInbox.create();
  private final ActorRef<NodesListReply> caller = TestInbox.<NodesListReply>create().getRef();
  private final Passage passage = new Passage(leader.getRef());

  @Test
  void shouldSayAtOnceThatACommandIsDoneWith() {
    var command = new GetLists(caller);

    assertThat(passage.begin(new Passed(7, command))).isSameAs(command);

    assertThat(leader.getAllReceived()).containsExactly(new LeaderMessage.Taken(7));
  }

  @Test
  void shouldSayThatAQuestionIsDoneWithWhenItIsAnswered() {
    // given two that say the same
    var one = new FindOperation("op", caller);
    var other = new FindOperation("op", caller);
    passage.begin(new Passed(7, one));
    passage.begin(new Passed(8, other));
    assertThat(leader.getAllReceived()).isEmpty();
    // when
    passage.answered(other);
    passage.answered(one);
    // then
    assertThat(leader.getAllReceived())
        .containsExactly(new LeaderMessage.Taken(8), new LeaderMessage.Taken(7));
  }

  @Test
  void shouldSayNothingOfAQuestionThatCameAnotherWay() {
    passage.answered(new FindOperation("op", caller));

    assertThat(leader.getAllReceived()).isEmpty();
  }

  @Test
  void shouldNotForgetOneThatIsAskedTwice() {
    var question = new FindOperation("op", caller);
    passage.begin(new Passed(7, question));

    passage.begin(new Passed(8, question));
    passage.answered(question);

    assertThat(leader.getAllReceived())
        .containsExactly(new LeaderMessage.Taken(7), new LeaderMessage.Taken(8));
  }
}
