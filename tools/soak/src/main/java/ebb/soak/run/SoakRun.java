package ebb.soak.run;

import ebb.demo.cluster.ResourceManagerProcess;
import ebb.domain.NodeId;
import ebb.simulator.Applications;
import ebb.simulator.Beats;
import ebb.simulator.Fleet;
import ebb.simulator.FleetSettings;
import ebb.simulator.PacedBeats;
import ebb.simulator.Registered;
import ebb.simulator.TargetOptions;
import ebb.soak.check.AnsweredRegistration;
import ebb.soak.check.Evidence;
import ebb.soak.check.FinalState;
import ebb.soak.check.KilledContainer;
import ebb.soak.plan.Action;
import ebb.soak.plan.Fault;
import ebb.soak.plan.FleetAction;
import ebb.soak.plan.Order;
import ebb.soak.plan.ScheduledAction;
import ebb.soak.plan.SoakSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * One run: starts everything, carries out the steps, waits until nothing changes, and reads the
 * results.
 */
public final class SoakRun {
  private static final int CONTAINERS_PER_NODE = 4;
  private static final int CONNECTIONS = 4;
  private static final Duration INTERVAL = Duration.ofMillis(500);
  private static final Duration CALLS_TAKE = Duration.ofSeconds(10);
  private static final Duration TO_OBEY = Duration.ofMinutes(1);

  /** Longer than the longest fault and a start after it. */
  private static final Duration TO_REST = Duration.ofMinutes(5);

  private final SoakSettings settings;
  private final Site site;
  private final RunRecord record;
  private final Fleet fleet;
  private final Applications applications;
  private final InstanceClient caller;
  private final Operators operators;
  private final Supervisor supervisor;
  private final Faults faults;
  private final ExecutorService threads = Executors.newCachedThreadPool(SoakRun::daemon);

  private SoakRun(
      SoakSettings settings, Site site, RunRecord record, Fleet fleet, Applications applications) {
    this.settings = settings;
    this.site = site;
    this.record = record;
    this.fleet = fleet;
    this.applications = applications;
    caller = new InstanceClient(site.instances(), CALLS_TAKE);
    operators = new Operators(site.cluster(), fleet, caller, record);
    supervisor = new Supervisor(site.instances(), site::hasJournal, record);
    faults = new Faults(site, supervisor, caller, record);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "soak-step");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Blocks until the run is over, and leaves no process behind.
   *
   * @param lines gets a line for everything that happens
   * @param keep whether to keep the folder with settings, journal and logs
   */
  public static Evidence of(
      SoakSettings settings, List<ScheduledAction> steps, Path lines, boolean keep)
      throws IOException, YarnException, InterruptedException {
    try (Site site = Site.create(settings.instances());
        RunRecord record = new RunRecord(lines)) {
      if (keep) {
        site.cluster().keepFolder();
      }
      record.note("everything is in " + site.cluster().folder().root());
      site.instances().forEach(each -> each.start().mayEnd());
      if (!site.awaitAllServe()) {
        throw new IOException("The instances do not start; see " + site.cluster().folder().root());
      }
      return withFleet(settings, steps, site, record);
    }
  }

  @SuppressWarnings("try") // nodes send heartbeats until it is closed
  private static Evidence withFleet(
      SoakSettings settings, List<ScheduledAction> steps, Site site, RunRecord record)
      throws IOException, YarnException, InterruptedException {
    YarnConfiguration hadoop = hadoop(site);
    FleetSettings nodes =
        new FleetSettings(
            TargetOptions.trackers(hadoop),
            settings.nodes(),
            CONNECTIONS,
            CONTAINERS_PER_NODE * Applications.megabytes(),
            CONTAINERS_PER_NODE);
    try (Fleet fleet = Fleet.of(nodes, hadoop)) {
      Beats beats = PacedBeats.start(fleet, INTERVAL);
      try {
        awaitRegistrations(fleet, settings.nodes());
        try (Applications applications =
            Applications.start(fleet, hadoop, 3, 2 * settings.nodes())) {
          SoakRun run = new SoakRun(settings, site, record, fleet, applications);
          run.carryOut(steps);
          return run.evidence(beats);
        }
      } finally {
        beats.close();
      }
    }
  }

  /** Before instances are restarted automatically. */
  private static void awaitRegistrations(Fleet fleet, int nodes)
      throws IOException, InterruptedException {
    long giveUp = System.nanoTime() + Site.PATIENCE.toNanos();
    while (fleet.state().registered() < nodes) {
      if (System.nanoTime() > giveUp) {
        throw new IOException("The nodes do not register: " + fleet.state());
      }
      Thread.sleep(100);
    }
  }

  private static YarnConfiguration hadoop(Site site) {
    YarnConfiguration conf = new YarnConfiguration();
    for (String file : List.of("core-site.xml", "yarn-site.xml")) {
      conf.addResource(
          new org.apache.hadoop.fs.Path(site.cluster().folder().conf().resolve(file).toUri()));
    }
    return conf;
  }

  private List<AnsweredRegistration> registrations() {
    List<AnsweredRegistration> all = new ArrayList<>();
    for (int node = 0; node < settings.nodes(); node++) {
      String host = FleetSettings.host(node);
      fleet
          .registrations(node)
          .forEach(each -> all.add(new AnsweredRegistration(host, each.sent(), each.answered())));
    }
    return all;
  }

  private void carryOut(List<ScheduledAction> steps) throws InterruptedException {
    supervisor.begin();
    long start = System.nanoTime();
    for (ScheduledAction step : steps) {
      long left = start + step.at().toNanos() - System.nanoTime();
      TimeUnit.NANOSECONDS.sleep(Math.max(0, left));
      threads.execute(() -> carryOut(step.action()));
    }
    threads.shutdown();
    if (!threads.awaitTermination(TO_REST.toMillis(), TimeUnit.MILLISECONDS)) {
      record.isWrong("steps do not end");
    }
    for (int node = 0; node < settings.nodes(); node++) {
      fleet.silence(node, false);
    }
  }

  private void carryOut(Action action) {
    try {
      if (action instanceof Order order) {
        operators.carryOut(order);
      } else if (action instanceof Fault fault) {
        faults.bringAbout(fault);
      } else if (action instanceof FleetAction ofFleet) {
        carryOut(ofFleet);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | IOException e) {
      record.isWrong(action + " failed: " + e);
    }
  }

  private void carryOut(FleetAction action) throws InterruptedException {
    if (action instanceof FleetAction.EndContainers end) {
      fleet.endContainers(end.node());
    } else if (action instanceof FleetAction.RestartNode restart) {
      fleet.restart(restart.node());
    } else if (action instanceof FleetAction.ChangePort change) {
      fleet.changePort(change.node());
    } else if (action instanceof FleetAction.Silence silence) {
      fleet.silence(silence.node(), true);
      Thread.sleep(silence.lasts().toMillis());
      fleet.silence(silence.node(), false);
    } else if (action instanceof FleetAction.ReturnNodes) {
      fleet.startAgain();
    } else if (action instanceof FleetAction.AskContainers ask) {
      applications.ask(ask.count());
    } else if (action instanceof FleetAction.StartApplication start) {
      startApplication(start.containers());
    } else if (action instanceof FleetAction.EndApplication) {
      applications.endOldest();
    } else if (action instanceof FleetAction.HangApplication hang) {
      applications.silenceOldest(hang.lasts());
    }
  }

  /** Submission may fail while there are faults. */
  private void startApplication(int containers) throws InterruptedException {
    try {
      applications.startAnother(containers);
    } catch (YarnException | IOException e) {
      record.note("no other application: " + e);
    }
  }

  /** After all faults, everything has to settle by itself. */
  private Evidence evidence(Beats beats) throws InterruptedException {
    if (!site.awaitAllServe()) {
      record.isWrong(
          "not all instances serve " + Site.PATIENCE.toMinutes() + " min after all faults");
    }
    EndReader end = new EndReader(caller);
    long giveUp = System.nanoTime() + TO_OBEY.toNanos();
    while (!end.allHaveApplied() && System.nanoTime() < giveUp) {
      Thread.sleep(500);
    }
    beats.close();
    List<FinalState> finalStates = new ArrayList<>();
    for (ResourceManagerProcess instance : site.instances()) {
      end.finalState(instance)
          .ifPresentOrElse(
              finalStates::add,
              () -> record.isWrong(instance.name() + " never says the same twice"));
    }
    supervisor.close();
    Instant until = Instant.now();
    if (!site.hasDatabase()) {
      ResourceManagerProcess only = site.instances().get(0);
      only.process().terminate();
      if (only.process().awaitExit(Site.PATIENCE).isEmpty()) {
        record.isWrong(only.name() + " does not end after SIGTERM");
        only.process().kill();
      }
    }
    return new Evidence(
        site.cluster().journal(),
        record.calls(),
        record.answers(),
        registrations(),
        killed(),
        record.faults(),
        record.unexpectedEnds(),
        finalStates,
        until);
  }

  private List<KilledContainer> killed() {
    Map<String, Instant> left = applications.left();
    return fleet.killed().stream()
        .filter(
            each ->
                left.getOrDefault(applicationOf(each.container()), Instant.MAX)
                    .isAfter(each.killed()))
        .map(
            each ->
                new KilledContainer(
                    new NodeId(FleetSettings.host(each.node()), each.port()),
                    each.container(),
                    each.started(),
                    each.killed(),
                    fleet.registrations(each.node()).stream().map(Registered::answered).toList()))
        .toList();
  }

  private static String applicationOf(String container) {
    return ContainerId.fromString(container)
        .getApplicationAttemptId()
        .getApplicationId()
        .toString();
  }
}
