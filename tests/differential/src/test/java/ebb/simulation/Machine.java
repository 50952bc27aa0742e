package ebb.simulation;

import ebb.differential.script.Step.Health;
import ebb.differential.script.Step.Memory;
import ebb.differential.script.Step.Start;
import ebb.differential.script.Step.Work;
import ebb.differential.stock.NodeManager;
import ebb.simulation.environment.Chance;
import ebb.simulation.environment.SeededExecutor;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.UnRegisterNodeManagerRequest;
import org.apache.hadoop.yarn.util.Records;
import org.jspecify.annotations.Nullable;

/**
 * A host and its NodeManager, which registers, sends heartbeats, follows the answers, and fails as
 * told.
 */
final class Machine {
  private static final int FIRST_PORT = 45454;
  private static final int HTTP_PORT = 8042;
  private static final long REGISTRATION_LIMIT = 30_000;

  /** A supervisor restarts a dead one after this many heartbeats, on average. */
  private static final int REVIVAL = 12;

  private final World world;
  private final Chance chance;
  private final int index;
  private int port = FIRST_PORT;
  private NodeManager manager;
  private long silentUntil;
  private boolean registered;

  /** Number of the registration that waits for its answer; 0 for none. */
  private long attempt;

  private long attempts;
  private boolean answerIsLost;

  /** When it last started without knowing of any container. */
  private Instant emptyAt;

  Machine(World world, int index, Chance chance) {
    this.world = world;
    this.index = index;
    this.chance = chance;
    this.manager = managerOnPort();
    this.emptyAt = world.time().instant();
  }

  private NodeManager managerOnPort() {
    return new NodeManager(id(), index);
  }

  NodeId id() {
    return NodeId.newInstance(SimulationScript.host(index), port);
  }

  boolean isAlive() {
    return manager.isAlive();
  }

  void begin() {
    start(Memory.NOTHING);
    beatLater();
  }

  private void start(Memory memory) {
    manager.start(new Start(0, memory, HTTP_PORT, SimulationScript.GIGABYTES, true, "3.5.0"));
    registered = false;
    attempt = 0;
    if (memory == Memory.NOTHING) {
      emptyAt = world.time().instant();
    }
  }

  void perform(SimulationStep.Deed deed) {
    switch (deed) {
      case DIE -> manager.die();
      case RESTART -> start(Memory.CONTAINERS);
      case START_EMPTY -> start(Memory.NOTHING);
      case OTHER_PORT -> {
        port++;
        manager = managerOnPort();
        start(Memory.NOTHING);
      }
      case UNREGISTER -> unregister();
      case FALL_ILL -> manager.feel(Health.SICK);
      case RECOVER -> manager.feel(Health.WELL);
      case LOSE_ANSWER -> answerIsLost = true;
    }
  }

  void silence(long millis) {
    silentUntil = Math.max(silentUntil, world.time().now() + millis);
  }

  private void unregister() {
    Optional<ActiveHadoop> hadoop = world.hadoop();
    if (manager.isAlive() && hadoop.isPresent()) {
      manager.die();
      UnRegisterNodeManagerRequest goodbye = Records.newRecord(UnRegisterNodeManagerRequest.class);
      goodbye.setNodeId(id());
      try {
        hadoop.get().activation.tracker().unRegisterNodeManager(goodbye);
      } catch (YarnException | IOException e) {
        world.refusedNodeManager();
      }
    }
  }

  private void beatLater() {
    world.time().after(chance.between(2_000, 6_000), this::beat);
  }

  private void beat() {
    if (!manager.isAlive() && !world.isQuiet() && chance.oneIn(REVIVAL)) {
      start(Memory.NOTHING);
    }
    Optional<ActiveHadoop> hadoop = world.hadoop();
    if (manager.isAlive() && world.time().now() >= silentUntil && hadoop.isPresent()) {
      work(hadoop.get());
      if (registered) {
        heartbeat(hadoop.get());
      } else if (attempt == 0) {
        register(hadoop.get());
      }
    }
    beatLater();
  }

  private void work(ActiveHadoop hadoop) {
    Work work =
        world.isQuiet()
            ? Work.COMPLETE_ALL
            : switch (chance.between(0, 9)) {
              case 0, 1, 2 -> Work.START_PLACED;
              case 3 -> Work.COMPLETE_ONE;
              case 4 -> chance.oneIn(4) ? Work.COMPLETE_ALL : Work.NONE;
              default -> Work.NONE;
            };
    // A NodeManager starts no container before it is registered (ContainerManagerImpl).
    if (registered || work != Work.START_PLACED) {
      manager.work(work, hadoop.scheduler.placedOn(id()), 0);
    }
    hadoop.scheduler.takeTold(id());
  }

  private void heartbeat(ActiveHadoop hadoop) {
    NodeHeartbeatResponse answer;
    try {
      answer = hadoop.activation.tracker().nodeHeartbeat(manager.heartbeat(0, false));
    } catch (YarnException | IOException e) {
      world.refusedNodeManager();
      return;
    }
    if (answerIsLost) {
      answerIsLost = false;
      return;
    }
    List<ContainerId> before = manager.running();
    if (world.mutant() == Mutant.KILL_CONTAINERS && world.time().now() % 7 == 0) {
      answer.addAllContainersToCleanup(before);
    }
    if (manager.handle(answer)) {
      registered = false;
    }
    before.stream()
        .filter(each -> !manager.running().contains(each))
        .filter(each -> world.applications().running().contains(applicationOf(each)))
        .forEach(this::wasKilled);
  }

  /**
   * A NodeManager that reports itself unhealthy loses them, even if its event is not written yet.
   */
  private void wasKilled(ContainerId container) {
    if (!manager.isHealthy()) {
      return;
    }
    // Since the placement, because a node that has left service by then may start it much later.
    Instant placed = world.applications().placedAt(container);
    Instant since = placed.isAfter(emptyAt) ? placed : emptyAt;
    world.witness().killed(ebbId(), container.toString(), since);
  }

  private static int applicationOf(ContainerId container) {
    return container.getApplicationAttemptId().getApplicationId().getId();
  }

  private ebb.domain.NodeId ebbId() {
    return new ebb.domain.NodeId(id().getHost(), id().getPort());
  }

  private void register(ActiveHadoop hadoop) {
    long mine = ++attempts;
    attempt = mine;
    Instant sent = world.time().instant();
    world.time().after(REGISTRATION_LIMIT, () -> giveUp(mine));
    CompletionStage<RegisterNodeManagerResponse> answer =
        hadoop.activation.register(manager.registration());
    answer.whenCompleteAsync(
        (response, failure) -> answered(mine, sent, hadoop, response), SeededExecutor.INSTANCE);
  }

  private void answered(
      long mine, Instant sent, ActiveHadoop hadoop, @Nullable RegisterNodeManagerResponse answer) {
    boolean isHeard = attempt == mine && world.hadoop().filter(hadoop::equals).isPresent();
    if (!isHeard) {
      return;
    }
    attempt = 0;
    if (answer != null && !answerIsLost) {
      manager.handle(answer);
      registered = manager.isAlive();
      if (registered) {
        world.witness().registered(ebbId(), sent);
      }
    }
    answerIsLost = false;
  }

  private void giveUp(long mine) {
    if (attempt == mine) {
      attempt = 0;
    }
  }

  @Override
  public String toString() {
    return id() + (isAlive() ? registered ? " registered" : " not registered" : " dead");
  }

  static List<Machine> fleet(World world, int hosts, long seed) {
    return IntStream.range(0, hosts)
        .mapToObj(i -> new Machine(world, i, new Chance(seed, "host " + i)))
        .toList();
  }
}
