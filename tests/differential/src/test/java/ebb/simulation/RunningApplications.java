package ebb.simulation;

import ebb.differential.stock.SimulatedApplications;
import ebb.simulation.environment.Chance;
import ebb.simulation.environment.SimulatedTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.yarn.api.records.ContainerId;

/** Applications that start and end, and whose containers the scheduler places. */
final class RunningApplications {
  private static final int PLACE_EVERY = 7_000;
  private static final int AT_A_TIME = 3;

  private final World world;
  private final SimulatedTime time;
  private final Chance chance;
  private final TreeSet<Integer> running = new TreeSet<>();
  private final Map<ContainerId, Instant> placed = new HashMap<>();
  private int begun;
  private int containers;

  RunningApplications(World world) {
    this.world = world;
    time = world.time();
    chance = new Chance(world.script().seed(), "work");
  }

  void begin() {
    for (int i = 0; i < AT_A_TIME; i++) {
      beginOne();
    }
    time.after(PLACE_EVERY, this::place);
  }

  /** Since when the scheduler counts the container. */
  Instant placedAt(ContainerId container) {
    return placed.getOrDefault(container, Instant.MIN);
  }

  List<Integer> running() {
    return List.copyOf(running);
  }

  void endAll() {
    running().forEach(this::end);
  }

  private void beginOne() {
    int number = ++begun;
    running.add(number);
    world
        .hadoop()
        .ifPresent(hadoop -> hadoop.applications.begin(number, hadoop.context.getRMApps()));
    time.after(chance.between(60_000, 900_000), () -> end(number));
  }

  private void end(int number) {
    if (!running.remove(number)) {
      return;
    }
    world.hadoop().ifPresent(hadoop -> hadoop.applications.end(number, hadoop.scheduler));
    if (!world.isQuiet()) {
      beginOne();
    }
  }

  private void place() {
    if (world.isQuiet()) {
      return;
    }
    world
        .hadoop()
        .ifPresent(
            hadoop -> {
              int application = chance.of(running());
              ContainerId container = SimulatedApplications.container(application, ++containers);
              placed.put(container, time.instant());
              hadoop.scheduler.place(chance.of(world.machines()).id(), container, chance.oneIn(3));
              hadoop.applications.pull(application);
            });
    time.after(PLACE_EVERY, this::place);
  }
}
