package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import ebb.nodeslist.ManagerMessage.Passed;
import ebb.nodeslist.NodesListCommand.DescribeLists;
import ebb.nodeslist.NodesListCommand.FindOperation;
import ebb.nodeslist.NodesListCommand.ListOperations;
import ebb.nodeslist.NodesListCommand.RetimeDrain;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells the leader which of the commands that it has let through are done with. A question for
 * which the NodesListManager asks somebody else is so only when it is answered: until then one more
 * message is to come for it, and has to find room in the stash like the question itself. Soft
 * state: with a new one the leader hears that the NodesListManager has started again.
 */
final class Passage {
  private final ActorRef<LeaderCommand> leader;

  /** Each is an object of its own, whatever it says. */
  private final IdentityHashMap<NodesListCommand, Long> asked = new IdentityHashMap<>();

  Passage(ActorRef<LeaderCommand> leader) {
    this.leader = leader;
  }

  /** To be carried out now. */
  NodesListCommand begin(Passed passed) {
    NodesListCommand command = passed.command();
    if (isAnsweredLater(command)) {
      done(asked.put(command, passed.number()));
    } else {
      done(passed.number());
    }
    return command;
  }

  /** Of no effect for a question that was not let through. */
  void answered(NodesListCommand question) {
    done(asked.remove(question));
  }

  private static boolean isAnsweredLater(NodesListCommand command) {
    return command instanceof FindOperation
        || command instanceof ListOperations
        || command instanceof DescribeLists
        || command instanceof RetimeDrain;
  }

  private void done(@Nullable Long number) {
    if (number != null) {
      leader.tell(new LeaderMessage.Taken(number));
    }
  }
}
