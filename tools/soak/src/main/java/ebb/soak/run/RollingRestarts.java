package ebb.soak.run;

import ebb.demo.cluster.ResourceManagerProcess;
import ebb.soak.plan.Fault.RollingRestart;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Restarts all instances one after the other, as the operating guide describes. */
final class RollingRestarts {
  private final Site site;
  private final Supervisor supervisor;
  private final InstanceClient caller;
  private final RunRecord record;

  RollingRestarts(Site site, Supervisor supervisor, InstanceClient caller, RunRecord record) {
    this.site = site;
    this.supervisor = supervisor;
    this.caller = caller;
    this.record = record;
  }

  /** Stops early if an instance has another fault, may not leave, or does not come back. */
  void restartAll() throws InterruptedException {
    ActiveFault restart =
        record.faultBegins(RollingRestart.class, Optional.empty(), "RollingRestart");
    int restarted = 0;
    for (int index : leaderLast()) {
      if (!supervisor.take(index)) {
        break;
      }
      try {
        if (!restart(site.instances().get(index))) {
          break;
        }
        restarted++;
      } finally {
        supervisor.release(index);
      }
    }
    record.note("rolling restart of " + restarted + " instances");
    record.isOver(restart);
  }

  private List<Integer> leaderLast() {
    List<Integer> order = new ArrayList<>();
    int leader = site.leader();
    for (int i = 1; i <= site.instances().size(); i++) {
      order.add((leader + i) % site.instances().size());
    }
    return order;
  }

  private boolean restart(ResourceManagerProcess instance) throws InterruptedException {
    if (instance.running().isEmpty() || !mayLeave(instance)) {
      return false;
    }
    if (instance.process().awaitExit(Site.PATIENCE).isEmpty()) {
      record.isWrong(instance.name() + " does not end although it leaves");
      instance.process().kill();
    }
    instance.start().mayEnd();
    long giveUp = System.nanoTime() + Site.PATIENCE.toNanos();
    while (!instance.adminApi().isReady()) {
      if (System.nanoTime() > giveUp || instance.running().isEmpty()) {
        return false;
      }
      Thread.sleep(Duration.ofMillis(300).toMillis());
    }
    return true;
  }

  private boolean mayLeave(ResourceManagerProcess instance) {
    String body = "{\"instance\":\"" + instance.name() + "\",\"reason\":\"rolling restart\"}";
    try {
      Answer answer = caller.ask("POST", "/api/v1/leave", body, Map.of());
      record.note(instance.name() + " is told to leave: " + answer.words());
      return answer.isDone();
    } catch (IOException e) {
      record.note(instance.name() + " is told to leave: " + e);
      return false;
    }
  }
}
