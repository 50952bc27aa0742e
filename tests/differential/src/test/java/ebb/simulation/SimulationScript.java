package ebb.simulation;

import ebb.domain.DrainTimeout;
import ebb.domain.TimeoutChange;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.RefreshType;
import ebb.simulation.SimulationStep.Crash;
import ebb.simulation.SimulationStep.Deed;
import ebb.simulation.SimulationStep.Edit;
import ebb.simulation.SimulationStep.Fault;
import ebb.simulation.SimulationStep.InjectFault;
import ebb.simulation.SimulationStep.LoseNode;
import ebb.simulation.SimulationStep.Machine;
import ebb.simulation.SimulationStep.QueueAll;
import ebb.simulation.SimulationStep.Refresh;
import ebb.simulation.SimulationStep.Repeat;
import ebb.simulation.SimulationStep.Retime;
import ebb.simulation.SimulationStep.Silence;
import ebb.simulation.SimulationStep.Supersede;
import ebb.simulation.environment.Chance;
import ebb.simulation.environment.SimulatedTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The steps of one cluster: a pure function of the seed, or a part of it.
 *
 * @param hosts their number; they are named 10.1, 10.2 and so on, which the JDK reads as addresses
 * @param end of the steps, after which nothing new happens
 * @param protectDrains as ebb.protect-drains
 */
record SimulationScript(
    long seed, int hosts, long end, boolean protectDrains, List<SimulationStep> steps) {
  /** Memory of each node. */
  static final int GIGABYTES = 4;

  private static final List<Integer> SECONDS = List.of(-1, 0, 5, 30, 90, 300, 900);

  SimulationScript {
    steps = List.copyOf(steps);
  }

  static String rack(String host) {
    return host.hashCode() % 2 == 0 ? "/even" : "/odd";
  }

  SimulationScript with(List<SimulationStep> some) {
    return new SimulationScript(seed, hosts, end, protectDrains, some);
  }

  static String host(int index) {
    return "10." + (index + 1);
  }

  static SimulationScript of(long seed) {
    Chance chance = new Chance(seed, "script");
    int hosts = chance.between(2, 5);
    List<SimulationStep> steps = new ArrayList<>();
    long at = 20_000;
    int length = chance.between(15, 60);
    for (int i = 0; i < length; i++) {
      // Sometimes several things at once, sometimes nothing for long.
      at +=
          chance.oneIn(4)
              ? chance.between(0, 300)
              : chance.between(500, chance.oneIn(6) ? 600_000 : 60_000);
      steps.add(step(chance, hosts, at, i));
    }
    return new SimulationScript(seed, hosts, at + 30_000, chance.oneIn(4), steps);
  }

  /** Nobody but the queue takes a host out, and anything fails. */
  static SimulationScript queued(long seed) {
    Chance chance = new Chance(seed, "queue");
    SimulationScript faults = of(seed);
    List<SimulationStep> steps = new ArrayList<>();
    steps.add(
        new QueueAll(19_000, 0, chance.between(1, 2), 0, false, Optional.of(timeout(chance))));
    faults.steps().stream()
        .filter(step -> !(step instanceof Refresh || step instanceof Repeat))
        .filter(step -> !(step instanceof Edit || step instanceof Retime))
        .forEach(steps::add);
    return new SimulationScript(seed, faults.hosts(), faults.end(), false, steps);
  }

  /** As many hosts as may drain, operators bring some of them back, and anything fails. */
  static SimulationScript keeping(long seed) {
    Chance chance = new Chance(seed, "keep");
    SimulationScript faults = of(seed);
    long keep = 1024L * GIGABYTES * chance.between(1, faults.hosts() - 1);
    return withQueues(faults, keep, false, timeout(chance));
  }

  /** One rack after another drains, operators bring some hosts back, and anything fails. */
  static SimulationScript byRack(long seed) {
    return withQueues(of(seed), 0, true, timeout(new Chance(seed, "rack")));
  }

  private static SimulationScript withQueues(
      SimulationScript faults, long keep, boolean byRack, DrainTimeout timeout) {
    List<SimulationStep> steps = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      long at = 40_000 + i * faults.end() / 3;
      steps.add(new QueueAll(at, 1_000 + i, faults.hosts(), keep, byRack, Optional.of(timeout)));
    }
    faults.steps().stream()
        .filter(step -> !(step instanceof Refresh || step instanceof Repeat))
        .filter(step -> !(step instanceof Retime || (step instanceof Edit e && e.excludes())))
        .forEach(steps::add);
    return new SimulationScript(faults.seed(), faults.hosts(), faults.end(), false, steps);
  }

  private static SimulationStep step(Chance chance, int hosts, long at, int number) {
    int host = chance.between(0, hosts - 1);
    int dice = chance.between(0, 99);
    if (dice < 30) {
      return refresh(chance, hosts, at, number);
    } else if (dice < 35) {
      return new Repeat(at, chance.between(0, 2));
    } else if (dice < 43) {
      return new Retime(at, number, host, change(chance));
    } else if (dice < 51) {
      return edit(chance, host, at, number);
    } else if (dice < 64) {
      return new Machine(at, host, chance.of(List.of(Deed.values())));
    } else if (dice < 70) {
      return new Silence(at, host, chance.between(5_000, 60_000));
    } else if (dice < 79) {
      return new Crash(at, chance.between(0, 400), chance.between(1_000, 90_000));
    } else if (dice < 83) {
      return new Supersede(at, chance.between(500, 60_000));
    } else if (dice < 88) {
      return new LoseNode(at, host);
    }
    return new InjectFault(at, chance.of(List.of(Fault.values())), chance.between(1_000, 60_000));
  }

  private static Refresh refresh(Chance chance, int hosts, long at, int number) {
    int dice = chance.between(0, 99);
    RefreshType type =
        dice < 65 ? RefreshType.GRACEFUL : dice < 85 ? RefreshType.NORMAL : RefreshType.FORCEFUL;
    boolean timed = type == RefreshType.GRACEFUL && chance.percent(80);
    return new Refresh(
        at,
        number,
        type,
        timed ? Optional.of(timeout(chance)) : Optional.empty(),
        chance.percent(60),
        chance.percent(10),
        type == RefreshType.FORCEFUL && chance.percent(50),
        timed && chance.percent(25),
        chance.percent(25),
        chance.percent(75) ? Optional.of(lists(chance, hosts)) : Optional.empty());
  }

  /** As "ebb drain" and "ebb recommission" do it. */
  private static Edit edit(Chance chance, int host, long at, int number) {
    boolean excludes = chance.percent(60);
    boolean asks = chance.percent(25);
    Optional<DrainTimeout> timeout =
        excludes && chance.percent(50)
            ? Optional.of(timeout(chance)).map(SimulationScript::heldIfInfinite)
            : Optional.empty();
    return new Edit(
        at,
        host(host),
        timeout,
        excludes,
        chance.oneIn(10),
        asks,
        new Refresh(
            at,
            number,
            RefreshType.GRACEFUL,
            Optional.empty(),
            true,
            false,
            false,
            true,
            asks,
            Optional.empty()));
  }

  /** Of the timeouts that edits set, those without a limit are holds. */
  private static DrainTimeout heldIfInfinite(DrainTimeout timeout) {
    return timeout.limit().isPresent() ? timeout : DrainTimeout.HELD;
  }

  private static HostLists lists(Chance chance, int hosts) {
    Map<String, Optional<DrainTimeout>> excludes = new HashMap<>();
    Set<String> includes = new HashSet<>();
    boolean including = chance.percent(25);
    for (int i = 0; i < hosts; i++) {
      if (chance.percent(40)) {
        excludes.put(host(i), chance.percent(25) ? Optional.of(timeout(chance)) : Optional.empty());
      }
      if (including && chance.percent(80)) {
        includes.add(host(i));
      }
    }
    return HostLists.of(includes, excludes);
  }

  private static TimeoutChange change(Chance chance) {
    return switch (chance.between(0, 2)) {
      case 0 -> TimeoutChange.longerBy(Duration.ofSeconds(chance.between(1, 300)));
      case 1 -> TimeoutChange.until(SimulatedTime.instant(chance.between(0, 3_600) * 1_000L));
      default -> TimeoutChange.to(timeout(chance));
    };
  }

  private static DrainTimeout timeout(Chance chance) {
    return DrainTimeout.ofSeconds(chance.of(SECONDS));
  }
}
