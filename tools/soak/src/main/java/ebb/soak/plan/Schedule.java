package ebb.soak.plan;

import ebb.soak.plan.Fault.CutDatabase;
import ebb.soak.plan.Fault.CutFromDatabase;
import ebb.soak.plan.Fault.ExhaustDescriptors;
import ebb.soak.plan.Fault.FailDisk;
import ebb.soak.plan.Fault.FailWrites;
import ebb.soak.plan.Fault.FillDisk;
import ebb.soak.plan.Fault.FillHeap;
import ebb.soak.plan.Fault.Isolate;
import ebb.soak.plan.Fault.Kill;
import ebb.soak.plan.Fault.KillBackends;
import ebb.soak.plan.Fault.Pause;
import ebb.soak.plan.Fault.RollingRestart;
import ebb.soak.plan.Fault.SlowDatabase;
import ebb.soak.plan.Fault.Stop;
import ebb.soak.plan.Fault.StopDatabase;
import ebb.soak.plan.Fault.WrongClock;
import ebb.soak.plan.FleetAction.AskContainers;
import ebb.soak.plan.FleetAction.ChangePort;
import ebb.soak.plan.FleetAction.EndApplication;
import ebb.soak.plan.FleetAction.EndContainers;
import ebb.soak.plan.FleetAction.HangApplication;
import ebb.soak.plan.FleetAction.RestartNode;
import ebb.soak.plan.FleetAction.ReturnNodes;
import ebb.soak.plan.FleetAction.Silence;
import ebb.soak.plan.FleetAction.StartApplication;
import ebb.soak.plan.Order.Drain;
import ebb.soak.plan.Order.DryRun;
import ebb.soak.plan.Order.EditFile;
import ebb.soak.plan.Order.Force;
import ebb.soak.plan.Order.Normal;
import ebb.soak.plan.Order.ReadNodes;
import ebb.soak.plan.Order.Recommission;
import ebb.soak.plan.Order.Repeat;
import ebb.soak.plan.Order.Retime;
import ebb.soak.plan.Order.RmAdmin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/** The steps of a run and their times, a pure function of seed and settings. */
public final class Schedule {
  private static final double SECONDS_BETWEEN_ORDERS = 2.5;
  private static final double SECONDS_BETWEEN_FLEET_ACTIONS = 3;
  private static final double SECONDS_BETWEEN_FAULTS = 15;

  /** A single instance is unavailable during a fault, so it needs time without one. */
  private static final double SECONDS_BETWEEN_FAULTS_OF_ONE = 30;

  private static final int MOST_NODES_AT_ONCE = 4;
  private static final int MOST_JUMPS = 6;

  /** Timeouts of drains; most deadlines pass within a run. */
  private static final List<Integer> DRAIN_SECONDS = List.of(0, 3, 8, 15, 25, 40, 60, 90, 3600);

  private static final List<Integer> RETIME_SECONDS = List.of(0, 5, 10, 20, 45, 1800);

  private final Random random;
  private final SoakSettings settings;

  /** The nodes of the newest drain. */
  private List<Integer> drained = List.of();

  private Schedule(SoakSettings settings) {
    this.settings = settings;
    random = new Random(settings.seed());
  }

  /** All steps, in the order of their times. */
  public static List<ScheduledAction> of(SoakSettings settings) {
    Schedule schedule = new Schedule(settings);
    List<ScheduledAction> steps = new ArrayList<>();
    schedule.addTo(steps, SECONDS_BETWEEN_ORDERS, schedule::order);
    schedule.addTo(steps, SECONDS_BETWEEN_FLEET_ACTIONS, schedule::fleetAction);
    schedule.addTo(
        steps,
        settings.hasDatabase() ? SECONDS_BETWEEN_FAULTS : SECONDS_BETWEEN_FAULTS_OF_ONE,
        schedule::fault);
    steps.sort(Comparator.comparing(ScheduledAction::at));
    return List.copyOf(steps);
  }

  /** With exponentially distributed gaps, as between independent events. */
  private void addTo(List<ScheduledAction> steps, double meanSeconds, Supplier<Action> next) {
    double at = gap(meanSeconds);
    while (at < settings.lasts().toSeconds()) {
      steps.add(new ScheduledAction(Duration.ofMillis((long) (at * 1000)), next.get()));
      at += gap(meanSeconds);
    }
  }

  private double gap(double meanSeconds) {
    return -meanSeconds * Math.log(1 - random.nextDouble());
  }

  private Order order() {
    int dice = random.nextInt(100);
    if (dice < 25) {
      drained = nodes();
      return new Drain(drained, seconds(DRAIN_SECONDS));
    } else if (dice < 43) {
      return new Recommission(nodes());
    } else if (dice < 63) {
      return new Retime(nodeThatDrains(), seconds(RETIME_SECONDS));
    } else if (dice < 68) {
      return new Force();
    } else if (dice < 71) {
      return new Normal();
    } else if (dice < 79) {
      return new Repeat();
    } else if (dice < 83) {
      return new DryRun();
    } else if (dice < 87) {
      return new EditFile(nodes());
    } else if (dice < 91) {
      return new RmAdmin(
          random.nextInt(4) == 0 ? Optional.empty() : Optional.of(seconds(DRAIN_SECONDS)));
    }
    return new ReadNodes();
  }

  private FleetAction fleetAction() {
    int dice = random.nextInt(100);
    if (dice < 25) {
      return new EndContainers(node());
    } else if (dice < 38) {
      return new RestartNode(node());
    } else if (dice < 42) {
      return new ChangePort(node());
    } else if (dice < 52) {
      return new Silence(node(), between(2, 130));
    } else if (dice < 72) {
      return new ReturnNodes();
    } else if (dice < 78) {
      return new StartApplication(1 + random.nextInt(settings.nodes()));
    } else if (dice < 82) {
      return new EndApplication();
    } else if (dice < 85) {
      return new HangApplication(between(5, 150));
    }
    return new AskContainers(1 + random.nextInt(2 * settings.nodes()));
  }

  private Fault fault() {
    return settings.hasDatabase() ? clusterFault() : loneFault();
  }

  private Fault clusterFault() {
    return switch (random.nextInt(22)) {
      case 0, 1 -> new Isolate(target(), way(), between(3, 40));
      case 2, 3 -> wrongClock();
      case 4 -> new StopDatabase(between(1, 25));
      case 5, 6 -> new KillBackends();
      case 7, 8 -> new SlowDatabase(Duration.ofMillis(50 + random.nextInt(2450)), between(5, 30));
      case 9 -> new CutDatabase(way(), between(2, 30));
      case 10 -> new CutFromDatabase(target(), way(), between(2, 30));
      case 11 -> diskFault();
      case 12 -> new RollingRestart();
      default -> processFault();
    };
  }

  private Fault loneFault() {
    return switch (random.nextInt(10)) {
      case 0, 1 -> diskFault();
      case 2 -> wrongClock();
      default -> processFault();
    };
  }

  private Fault processFault() {
    return switch (random.nextInt(9)) {
      case 0, 1 -> new Kill(target(), between(0, 20));
      case 2, 3 -> new Pause(target(), between(1, 60));
      case 4, 5 -> new Stop(target(), between(0, 15));
      case 6 -> new FailWrites(target(), between(2, 40));
      case 7 -> new ExhaustDescriptors(target(), between(2, 40));
      default -> new FillHeap(target(), between(2, 30));
    };
  }

  private Fault diskFault() {
    return random.nextInt(3) == 0 ? new FailDisk(between(2, 30)) : new FillDisk(between(2, 40));
  }

  /** The clock is set once, or jumps several times. */
  private Fault wrongClock() {
    List<Duration> offsets =
        random
            .ints(random.nextBoolean() ? 1 : MOST_JUMPS, -3600, 3600)
            .mapToObj(Duration::ofSeconds)
            .toList();
    return new WrongClock(target(), offsets, between(5, 60));
  }

  private Way way() {
    return switch (random.nextInt(4)) {
      case 0 -> Way.IN;
      case 1 -> Way.OUT;
      default -> Way.BOTH;
    };
  }

  /** Half of all faults hit the leader. */
  private Target target() {
    return random.nextBoolean()
        ? Target.LEADER
        : Target.instance(random.nextInt(settings.instances()));
  }

  private int node() {
    return random.nextInt(settings.nodes());
  }

  /** Usually one that drains. Any other node only rejects a timeout. */
  private int nodeThatDrains() {
    return drained.isEmpty() || random.nextInt(4) == 0
        ? node()
        : drained.get(random.nextInt(drained.size()));
  }

  private List<Integer> nodes() {
    return random
        .ints(0, settings.nodes())
        .distinct()
        .limit(1 + random.nextInt(Math.min(MOST_NODES_AT_ONCE, settings.nodes())))
        .boxed()
        .toList();
  }

  private Duration seconds(List<Integer> choices) {
    return Duration.ofSeconds(choices.get(random.nextInt(choices.size())));
  }

  /** Prefers short durations. */
  private Duration between(int least, int most) {
    double share = random.nextDouble();
    return Duration.ofSeconds(least + Math.round((most - least) * share * share));
  }
}
