package ebb.simulation;

import akka.actor.typed.ActorRef;
import ebb.domain.NodeId;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.simulation.SimulationStep.Fault;
import ebb.simulation.environment.Chance;
import ebb.simulation.environment.Conditions;
import ebb.simulation.environment.SeededExecutor;
import ebb.simulation.environment.SimulatedLists;
import ebb.simulation.environment.SimulatedTime;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * One cluster from its first start to its end, on the thread that runs it. All randomness is from
 * the script's seed, so that the same script produces the same journal.
 */
final class World {
  /** How long nothing happens before the final checks. */
  private static final long QUIET = 10 * 60_000;

  /** One task in this many waits for a timer. */
  private static final int PAUSE = 100;

  private static final int READ_INTERVAL = 10_000;

  /** More tasks than an orderly end takes in a millisecond. */
  private static final int MOST_TASKS = 2_000_000;

  private final SimulationScript script;
  private final Mutant mutant;
  private final SimulatedSystem system;
  private final SimulatedTime time;
  private final Conditions conditions = new Conditions();
  private final SimulatedLists lists = new SimulatedLists(conditions);
  private final Chance chance;
  private final Chance networkChance;
  private final List<Machine> machines;
  private final SimulatedOperators operators;
  private final Witness witness;
  private final RunningApplications applications;
  private final Counts counts = new Counts();
  private @Nullable InstanceLife instance;

  /** Instances that have been superseded and do not know it yet, or did not. */
  private final List<InstanceLife> lingering = new ArrayList<>();

  private long terms;
  private int lives;
  private long operations;
  private boolean quiet;

  /** Tasks until the crash; negative for none. */
  private long tasksUntilCrash = -1;

  private long downAfterCrash;

  /** What happened, for the report. */
  static final class Counts {
    long tasks;
    int crashes;
    int lostNodes;
    int superseded;
    int troubles;
    int refusedNodeManagers;

    /** The number of acknowledged requests. */
    int edits;
  }

  World(SimulationScript script, Mutant mutant, SimulatedSystem system) {
    this.script = script;
    this.mutant = mutant;
    this.system = system;
    time = system.time();
    chance = new Chance(script.seed(), "world");
    networkChance = new Chance(script.seed(), "network");
    witness = new Witness(time);
    operators = new SimulatedOperators(this);
    machines = Machine.fleet(this, script.hosts(), script.seed());
    applications = new RunningApplications(this);
  }

  // ---- for the parts ----

  SimulatedSystem system() {
    return system;
  }

  SimulatedTime time() {
    return time;
  }

  Conditions conditions() {
    return conditions;
  }

  SimulatedLists lists() {
    return lists;
  }

  SimulationScript script() {
    return script;
  }

  Mutant mutant() {
    return mutant;
  }

  Chance networkChance() {
    return networkChance;
  }

  InstanceLife instance() {
    if (instance == null) {
      throw new IllegalStateException("not started");
    }
    return instance;
  }

  Optional<ActorRef<LeaderCommand>> leader() {
    return instance().leader();
  }

  Optional<ActiveHadoop> hadoop() {
    return instance().hadoop();
  }

  RunningApplications applications() {
    return applications;
  }

  boolean isQuiet() {
    return quiet;
  }

  long nextTerm() {
    if (conditions.journalDown > 0) {
      throw new IllegalStateException("the database is away");
    }
    terms += mutant == Mutant.SAME_TERM && terms > 0 ? 0 : 1;
    return terms;
  }

  /** Called by an instance that starts. */
  String nextName() {
    return "rm" + ++lives;
  }

  String nextOperationId() {
    return "operation-" + ++operations;
  }

  void refusedNodeManager() {
    counts.refusedNodeManagers++;
  }

  // ---- for the checks ----

  Witness witness() {
    return witness;
  }

  List<Machine> machines() {
    return machines;
  }

  Counts counts() {
    return counts;
  }

  // ---- the run ----

  /** From the first start until nothing has happened for a while. */
  void run() {
    sameRandomNumbersAsAlways();
    time.reset(new Chance(script.seed(), "ties").random());
    JournalDisk.INSTANCE.reset(this, script.seed());
    system.clearSnapshots();
    instance = new InstanceLife(this);
    machines.forEach(Machine::begin);
    applications.begin();
    time.after(READ_INTERVAL, this::readNodes);
    script.steps().forEach(step -> time.after(step.at(), () -> perform(step)));
    runUntil(script.end());
    calmDown();
    runUntil(script.end() + QUIET);
    if (mutant == Mutant.LOSE_TAIL) {
      JournalDisk.INSTANCE.forget(3);
    }
  }

  /** Ends everything in this world, so that nothing of it reaches the next. */
  void end() {
    instance().die();
    lingering.forEach(InstanceLife::die);
    finish();
  }

  private void calmDown() {
    quiet = true;
    conditions.heal();
    applications.endAll();
    if (tasksUntilCrash >= 0) {
      crash();
    }
  }

  void runUntil(long end) {
    int tasks = 0;
    while (true) {
      if (!isPaused() && doOne()) {
        if (++tasks > MOST_TASKS) {
          throw new IllegalStateException("no end of tasks at " + time.now());
        }
      } else if (time.next(end)) {
        tasks = 0;
      } else if (SeededExecutor.INSTANCE.size() == 0) {
        return;
      }
    }
  }

  /** Timers are due before the process has done its work. */
  private boolean isPaused() {
    return SeededExecutor.INSTANCE.size() > 0 && chance.oneIn(PAUSE);
  }

  private boolean doOne() {
    boolean waiting = hadoop().filter(hadoop -> !hadoop.dispatcher.isEmpty()).isPresent();
    int choices = SeededExecutor.INSTANCE.size() + (waiting ? 1 : 0);
    if (choices == 0) {
      return false;
    }
    if (tasksUntilCrash >= 0 && tasksUntilCrash-- == 0) {
      crash();
      return true;
    }
    counts.tasks++;
    if (waiting && chance.random().nextInt(choices) == 0) {
      hadoop().ifPresent(hadoop -> hadoop.dispatcher.deliver());
    } else {
      SeededExecutor.INSTANCE.take(chance.random()).ifPresent(Runnable::run);
    }
    return true;
  }

  /** Akka takes some random numbers from the thread's own generator. */
  private void sameRandomNumbersAsAlways() {
    try {
      Field seed = Thread.class.getDeclaredField("threadLocalRandomSeed");
      seed.setAccessible(true);
      ThreadLocalRandom.current();
      seed.setLong(Thread.currentThread(), script.seed());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  // ---- steps ----

  private void perform(SimulationStep step) {
    if (step instanceof SimulationStep.Refresh refresh) {
      operators.perform(refresh);
    } else if (step instanceof SimulationStep.Repeat repeat) {
      operators.perform(repeat);
    } else if (step instanceof SimulationStep.Edit edit) {
      operators.perform(edit);
    } else if (step instanceof SimulationStep.QueueAll queue) {
      operators.perform(queue, script.hosts());
    } else if (step instanceof SimulationStep.Retime retime) {
      operators.perform(retime, idOf(retime.host()));
    } else if (step instanceof SimulationStep.Machine machine) {
      machines.get(machine.host()).perform(machine.deed());
    } else if (step instanceof SimulationStep.Silence silence) {
      machines.get(silence.host()).silence(silence.millis());
    } else if (step instanceof SimulationStep.Crash crash) {
      tasksUntilCrash = crash.tasks();
      downAfterCrash = crash.down();
    } else if (step instanceof SimulationStep.Supersede supersede) {
      supersede(supersede.millis());
    } else if (step instanceof SimulationStep.LoseNode lose) {
      counts.lostNodes++;
      witness.fault("LoseNode", 0);
      instance().lose(idOf(lose.host()));
    } else if (step instanceof SimulationStep.InjectFault injected) {
      begin(injected);
    }
  }

  private NodeId idOf(int host) {
    var id = machines.get(host).id();
    return new NodeId(id.getHost(), id.getPort());
  }

  private void begin(SimulationStep.InjectFault injected) {
    counts.troubles++;
    witness.fault(injected.fault().name(), injected.millis());
    change(injected.fault(), 1);
    time.after(
        injected.millis(),
        () -> {
          if (!quiet) {
            change(injected.fault(), -1);
          }
        });
  }

  private void change(Fault fault, int by) {
    switch (fault) {
      case JOURNAL_DOWN -> conditions.journalDown += by;
      case JOURNAL_SLOW -> conditions.journalSlow += by;
      case NETWORK_BAD -> conditions.networkBad += by;
      case LISTS_UNREADABLE -> conditions.listsUnreadable += by;
    }
  }

  private void supersede(long millis) {
    InstanceLife old = instance();
    if (old.isDead()) {
      return;
    }
    counts.superseded++;
    witness.fault("Supersede", millis);
    old.stepDown();
    JournalDisk.INSTANCE.evict(old.name());
    instance = new InstanceLife(this);
    lingering.add(old);
    time.after(millis, old::die);
  }

  private void crash() {
    tasksUntilCrash = -1;
    if (instance().isDead()) {
      return;
    }
    counts.crashes++;
    witness.fault("Crash", downAfterCrash);
    JournalDisk.INSTANCE.cut();
    instance().die();
    lingering.forEach(InstanceLife::die);
    lingering.clear();
    finish();
    time.after(downAfterCrash, this::startAgain);
  }

  /** Without advancing time, and without anybody to receive messages. */
  private void finish() {
    for (int i = 0; SeededExecutor.INSTANCE.size() > 0; i++) {
      SeededExecutor.INSTANCE.take(chance.random()).ifPresent(Runnable::run);
      if (i > MOST_TASKS) {
        throw new IllegalStateException("no end of an instance");
      }
    }
  }

  private void startAgain() {
    JournalDisk.INSTANCE.comeBack();
    instance = new InstanceLife(this);
  }

  private void readNodes() {
    operators.readNodes();
    time.after(READ_INTERVAL, this::readNodes);
  }
}
