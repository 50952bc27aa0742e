package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import java.util.ArrayList;
import java.util.List;

/** Stands before a directory, and holds back on their way what it shows to a planner. */
final class HeldView {
  private final List<Runnable> held = new ArrayList<>();
  private boolean isHolding;

  Behavior<DirectoryCommand> before(ActorRef<DirectoryCommand> directory) {
    return Behaviors.receive(
        (context, message) -> {
          if (message instanceof DirectoryMessage.ListKnown query) {
            directory.tell(
                new DirectoryMessage.ListKnown(
                    context.spawnAnonymous(
                        Behaviors.receiveMessage(
                            shown -> {
                              pass(() -> query.replyTo().tell(shown));
                              return Behaviors.stopped();
                            }))));
          } else {
            directory.tell(message);
          }
          return Behaviors.same();
        });
  }

  private synchronized void pass(Runnable shown) {
    if (isHolding) {
      held.add(shown);
    } else {
      shown.run();
    }
  }

  synchronized void hold() {
    isHolding = true;
  }

  /** How many are held back now. */
  synchronized int held() {
    return held.size();
  }

  synchronized void release() {
    isHolding = false;
    held.forEach(Runnable::run);
    held.clear();
  }
}
