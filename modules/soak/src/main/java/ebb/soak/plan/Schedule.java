package ebb.soak.plan;

import ebb.soak.plan.Fault.CutDatabase;
import ebb.soak.plan.Fault.Isolate;
import ebb.soak.plan.Fault.Kill;
import ebb.soak.plan.Fault.KillBackends;
import ebb.soak.plan.Fault.Pause;
import ebb.soak.plan.Fault.SlowDatabase;
import ebb.soak.plan.Fault.Stop;
import ebb.soak.plan.Fault.StopDatabase;
import ebb.soak.plan.Fault.WrongClock;
import ebb.soak.plan.FleetAction.AskContainers;
import ebb.soak.plan.FleetAction.EndContainers;
import ebb.soak.plan.FleetAction.RestartNode;
import ebb.soak.plan.FleetAction.ReturnNodes;
import ebb.soak.plan.FleetAction.Silence;
import ebb.soak.plan.Order.Drain;
import ebb.soak.plan.Order.DryRun;
import ebb.soak.plan.Order.Force;
import ebb.soak.plan.Order.Look;
import ebb.soak.plan.Order.Normal;
import ebb.soak.plan.Order.Recommission;
import ebb.soak.plan.Order.Repeat;
import ebb.soak.plan.Order.Retime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** What a run does and when: the same for the same seed and settings. Pure. */
public final class Schedule {
  private static final double SECONDS_BETWEEN_ORDERS = 2.5;
  private static final double SECONDS_BETWEEN_FLEET_ACTIONS = 3;
  private static final double SECONDS_BETWEEN_FAULTS = 15;

  /** One instance alone does nothing while it has a fault, so it needs time without one. */
  private static final double SECONDS_BETWEEN_FAULTS_OF_ONE = 30;

  private static final int MOST_NODES_AT_ONCE = 4;

  /** Deadlines that pass within a run. */
  private static final List<Integer> DRAIN_SECONDS = List.of(0, 3, 8, 15, 25, 40, 60, 90, 3600);

  private static final List<Integer> RETIME_SECONDS = List.of(0, 5, 10, 20, 45, 1800);

  private final Random random;
  private final SoakSettings settings;

  private Schedule(SoakSettings settings) {
    this.settings = settings;
    random = new Random(settings.seed());
  }

  /** All steps, in the order of their times. */
  public static List<Step> of(SoakSettings settings) {
    Schedule schedule = new Schedule(settings);
    List<Step> steps = new ArrayList<>();
    schedule.addTo(steps, SECONDS_BETWEEN_ORDERS, schedule::order);
    schedule.addTo(steps, SECONDS_BETWEEN_FLEET_ACTIONS, schedule::fleetAction);
    schedule.addTo(
        steps,
        settings.hasDatabase() ? SECONDS_BETWEEN_FAULTS : SECONDS_BETWEEN_FAULTS_OF_ONE,
        schedule::fault);
    steps.sort(Comparator.comparing(Step::at));
    return List.copyOf(steps);
  }

  /** With gaps as between events that know nothing of each other. */
  private void addTo(List<Step> steps, double meanSeconds, Supplier<Action> next) {
    double at = gap(meanSeconds);
    while (at < settings.lasts().toSeconds()) {
      steps.add(new Step(Duration.ofMillis((long) (at * 1000)), next.get()));
      at += gap(meanSeconds);
    }
  }

  private double gap(double meanSeconds) {
    return -meanSeconds * Math.log(1 - random.nextDouble());
  }

  private Order order() {
    int dice = random.nextInt(100);
    if (dice < 28) {
      return new Drain(nodes(), seconds(DRAIN_SECONDS));
    } else if (dice < 48) {
      return new Recommission(nodes());
    } else if (dice < 68) {
      return new Retime(node(), seconds(RETIME_SECONDS));
    } else if (dice < 73) {
      return new Force();
    } else if (dice < 76) {
      return new Normal();
    } else if (dice < 84) {
      return new Repeat();
    } else if (dice < 88) {
      return new DryRun();
    }
    return new Look();
  }

  private FleetAction fleetAction() {
    int dice = random.nextInt(100);
    if (dice < 30) {
      return new EndContainers(node());
    } else if (dice < 45) {
      return new RestartNode(node());
    } else if (dice < 55) {
      return new Silence(node(), between(2, 130));
    } else if (dice < 80) {
      return new ReturnNodes();
    }
    return new AskContainers(1 + random.nextInt(2 * settings.nodes()));
  }

  private Fault fault() {
    return settings.hasDatabase() ? clusterFault() : processFault();
  }

  private Fault clusterFault() {
    int dice = random.nextInt(100);
    if (dice < 45) {
      return processFault();
    } else if (dice < 55) {
      return new Isolate(target(), between(3, 40));
    } else if (dice < 65) {
      int offset = random.nextInt(7200) - 3600;
      return new WrongClock(target(), Duration.ofSeconds(offset), between(5, 60));
    } else if (dice < 72) {
      return new StopDatabase(between(1, 25));
    } else if (dice < 82) {
      return new KillBackends();
    } else if (dice < 92) {
      return new SlowDatabase(Duration.ofMillis(50 + random.nextInt(2000)), between(5, 30));
    }
    return new CutDatabase(between(2, 30));
  }

  private Fault processFault() {
    return switch (random.nextInt(3)) {
      case 0 -> new Kill(target(), between(0, 20));
      case 1 -> new Pause(target(), between(1, 60));
      default -> new Stop(target(), between(0, 15));
    };
  }

  /** Half of all faults hit whoever leads. */
  private Target target() {
    return random.nextBoolean()
        ? Target.LEADER
        : Target.instance(random.nextInt(settings.instances()));
  }

  private int node() {
    return random.nextInt(settings.nodes());
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

  /** Shorter ones more often. */
  private Duration between(int least, int most) {
    double share = random.nextDouble();
    return Duration.ofSeconds(least + Math.round((most - least) * share * share));
  }
}
