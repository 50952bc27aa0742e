package ebb.app.instance;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.setup.ActorSystemSetup;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import ebb.admin.AdminServer;
import ebb.admin.instances.Instances;
import ebb.admin.routes.NodeHistory;
import ebb.admin.webhooks.Webhooks;
import ebb.app.cluster.ClusterJoiner;
import ebb.app.cluster.MemberEvictor;
import ebb.app.config.SecretFiles;
import ebb.app.config.Settings;
import ebb.app.members.ClusterInstances;
import ebb.app.members.RequestedShutdown;
import ebb.cli.client.CommandException;
import ebb.cli.terminal.ExitCode;
import ebb.hadoop.HadoopRm;
import ebb.journal.JournalCreation;
import ebb.journal.JournalDatabase;
import ebb.journal.clock.SteadyClock;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalInUseException;
import ebb.journal.lease.InstanceLock;
import ebb.journal.lease.MemberRegistry;
import ebb.node.NodeSharding;
import ebb.nodeslist.LeaderSingleton;
import ebb.nodeslist.protocol.LeaderCommand;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One running instance. It starts in this order: journal, actors, membership, lists in force,
 * Hadoop's ResourceManager, admin API. No port answers before everything that it needs is there.
 */
public final class EbbInstance {
  private static final Logger LOG = LoggerFactory.getLogger(EbbInstance.class);
  private static final String NAME = "ebb";

  /** A step that takes less time gets no line. */
  private static final Duration STEP = Duration.ofSeconds(2);

  private final ActorSystem<Void> system;
  private final ShutdownLatch ending;
  private final End end;
  private final CompletionStage<?> entered;
  private final CompletionStage<Optional<InetSocketAddress>> serving;

  private EbbInstance(
      ActorSystem<Void> system,
      ShutdownLatch ending,
      End end,
      CompletionStage<?> entered,
      CompletionStage<Optional<InetSocketAddress>> serving) {
    this.system = system;
    this.ending = ending;
    this.end = end;
    this.entered = entered;
    this.serving = serving;
  }

  /**
   * Starts everything up to the actors; the rest follows by itself.
   *
   * @param newJournal whether to create an empty journal first; there must be none yet
   * @throws CommandException if the journal cannot be opened
   */
  public static EbbInstance start(Settings settings, boolean newJournal) {
    JournalDatabase journal = openJournal(settings, newJournal);
    Optional<InstanceLock> claim = claim(journal, settings);
    ActorSystem<Void> system =
        ActorSystem.create(Behaviors.empty(), NAME, setup(journal, settings));
    ShutdownLatch ending = ShutdownLatch.of(system);
    journal.closeAfter(system);
    End end = new End(system);
    journal.watch(system, end);
    Consumer<String> endOfLoss = loss -> end.accept(journal.reasonOf(loss));
    claim.ifPresent(name -> name.keep(system, endOfLoss));
    SteadyClock clock = journal.clock(system);
    HadoopRm hadoop = new HadoopRm(system, settings.hadoop(), journal::fencedStore, clock);
    InstanceRole instanceRole =
        new InstanceRole(
            system,
            hadoop,
            journal.leaderTermUnderLease(),
            journal::problem,
            settings.cluster().hasOthers());
    CompletionStage<ActorRef<LeaderCommand>> leader =
        settings.journal().isShared()
            ? takePart(system, settings, journal, instanceRole, clock, endOfLoss)
            : goAlone(system, settings, instanceRole, clock);
    instanceRole.standBy(leader.thenApply(started -> Done.getInstance()));
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseBeforeServiceUnbind(),
            "stop Hadoop's ResourceManager",
            instanceRole::end);
    SecretFiles secrets = SecretFiles.of(settings);
    secrets.watch(system);
    JournalHistory history = new JournalHistory(journal, system, settings.admin().longestAnswer());
    Webhooks webhooks =
        new Webhooks(
            settings.webhooks(), history, journal::fencedStore, journal::leaderRows, clock);
    webhooks.start(system, instanceRole::term);
    Instances instances = ClusterInstances.start(system, settings.instance(), instanceRole::state);
    return new EbbInstance(
        system,
        ending,
        end,
        leader,
        ending.unlessItBegins(
            openAdminApi(
                system,
                settings,
                hadoop,
                instanceRole,
                leader,
                history,
                instances,
                webhooks,
                gauges(system, settings, journal, instanceRole, webhooks, clock, secrets),
                clock)));
  }

  private static InstanceGauges gauges(
      ActorSystem<?> system,
      Settings settings,
      JournalDatabase journal,
      InstanceRole instanceRole,
      Webhooks webhooks,
      SteadyClock clock,
      SecretFiles secrets) {
    return new InstanceGauges(
        system,
        settings.instance(),
        instanceRole,
        () -> instanceRole.readiness().withWarnings(warnings(clock, secrets)),
        journal::problem,
        secrets::certificateEnds,
        journal::sizeInBytes,
        webhooks::write);
  }

  private static JournalDatabase openJournal(Settings settings, boolean newJournal) {
    try {
      if (newJournal) {
        JournalCreation.create(settings.journal());
      }
      return JournalDatabase.open(settings.journal());
    } catch (JournalException e) {
      throw e.advice().isPresent()
          ? new CommandException(String.valueOf(e.getMessage()), e)
          : new CommandException(String.valueOf(e.getMessage()), nextAfter(e, settings), e);
    }
  }

  private static ActorSystemSetup setup(JournalDatabase journal, Settings settings) {
    try {
      return settings
          .cluster()
          .setup(journal, journal.akkaConfig().withFallback(settings.ebbConf()));
    } catch (JournalException e) {
      throw new CommandException(String.valueOf(e.getMessage()), nextAfter(e, settings), e);
    }
  }

  private static String nextAfter(JournalException e, Settings settings) {
    if (e instanceof JournalInUseException) {
      return "name another data folder with --data";
    }
    return settings.journal().isShared()
        ? "look at ebb.journal and at the database"
        : "look at that place and at its disk; nothing was changed";
  }

  private static Optional<InstanceLock> claim(JournalDatabase journal, Settings settings) {
    try {
      return journal.claim(settings.instance());
    } catch (JournalException e) {
      throw new CommandException(
          String.valueOf(e.getMessage()), "end that one, or give this one another name", e);
    }
  }

  /**
   * Ends the instance because another process has taken what only one may have, or because the
   * journal has lost something. A supervisor may start the instance again. The first reason is
   * reported.
   */
  private static final class End implements Consumer<String> {
    private final ActorSystem<?> system;
    private volatile Optional<String> reason = Optional.empty();

    End(ActorSystem<?> system) {
      this.system = system;
    }

    @Override
    public synchronized void accept(String why) {
      if (reason.isEmpty()) {
        reason = Optional.of(why);
        LOG.error("This instance is shutting down: {}", why);
      }
      CoordinatedShutdown.get(system).runAll(CoordinatedShutdown.unknownReason());
    }

    Optional<String> reason() {
      return reason;
    }
  }

  /** An instance with its own journal file needs no agreement with others. */
  private static CompletionStage<ActorRef<LeaderCommand>> goAlone(
      ActorSystem<?> system, Settings settings, InstanceRole instanceRole, SteadyClock clock) {
    NodeSharding.init(system, settings.node(), clock);
    Cluster cluster = Cluster.get(system);
    cluster.manager().tell(new Join(cluster.selfMember().address()));
    return CompletableFuture.completedStage(leader(system, settings, instanceRole, clock));
  }

  /** Starts nodes and leader here once this instance is entered as a member: it may write then. */
  private static CompletionStage<ActorRef<LeaderCommand>> takePart(
      ActorSystem<?> system,
      Settings settings,
      JournalDatabase journal,
      InstanceRole instanceRole,
      SteadyClock clock,
      Consumer<String> end) {
    MemberRegistry members = ClusterJoiner.registry(system, journal, settings.instance(), end);
    MemberEvictor lost = new MemberEvictor(system, members::evictAllBut);
    lost.follow(instanceRole::isLeading);
    return ClusterJoiner.join(system, settings.cluster(), members, end)
        .thenApplyAsync(
            entered -> {
              NodeSharding.init(system, settings.node(), clock, lost::evict);
              return leader(system, settings, instanceRole, clock);
            },
            system.dispatchers().lookup(DispatcherSelector.fromConfig("ebb.blocking-dispatcher")));
  }

  private static ActorRef<LeaderCommand> leader(
      ActorSystem<?> system, Settings settings, InstanceRole instanceRole, SteadyClock clock) {
    return LeaderSingleton.init(
        system,
        settings.hadoop().listSource(),
        settings.untracked(),
        instanceRole,
        settings.instance(),
        clock);
  }

  private static List<String> warnings(SteadyClock clock, SecretFiles secrets) {
    return Stream.concat(clock.problem().stream(), secrets.warnings().stream()).toList();
  }

  private static CompletionStage<InetSocketAddress> openAdminApi(
      ActorSystem<?> system,
      Settings settings,
      HadoopRm hadoop,
      InstanceRole instanceRole,
      CompletionStage<ActorRef<LeaderCommand>> leading,
      NodeHistory history,
      Instances instances,
      Webhooks webhooks,
      InstanceGauges gauges,
      SteadyClock clock) {
    return instanceRole
        .serving()
        .thenCombine(leading, (ports, leader) -> leader)
        .thenComposeAsync(
            leader ->
                AdminServer.start(
                    system,
                    settings.admin(),
                    KerberosNegotiation.securityOf(settings.hadoop(), hadoop),
                    leader,
                    history,
                    instances,
                    webhooks::show,
                    gauges.readiness(),
                    gauges,
                    clock),
            system.executionContext());
  }

  /**
   * Waits until all ports answer, or the instance ends before.
   *
   * @param waitingFor gets what is awaited, once for each thing that takes some time
   * @return the address of the admin API; empty if the instance ends, which {@link #awaitEnd} waits
   *     for
   * @throws CommandException if the instance cannot start; everything has been stopped then
   */
  public Optional<InetSocketAddress> awaitServing(Consumer<String> waitingFor) {
    try {
      return await(serving, STEP, this::awaited, waitingFor);
    } catch (ExecutionException e) {
      stop();
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (cause instanceof CommandException refused) {
        throw refused;
      }
      throw new CommandException("cannot start: " + cause.getMessage(), "see the log", cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while starting", e);
    }
  }

  /**
   * @param step time after which {@code say} gets what is awaited, and again each time it changes
   */
  public static <T> T await(
      CompletionStage<T> result, Duration step, Supplier<String> awaited, Consumer<String> say)
      throws ExecutionException, InterruptedException {
    String told = "";
    while (true) {
      try {
        return result.toCompletableFuture().get(step.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        String now = awaited.get();
        if (!now.equals(told)) {
          say.accept(now);
          told = now;
        }
      }
    }
  }

  private String awaited() {
    if (entered.toCompletableFuture().isDone()) {
      return "Hadoop's ResourceManager, to lead or to stand by";
    }
    return Cluster.get(system).selfMember().status().equals(MemberStatus.up())
        ? "the database, to be entered as a member"
        : "the other instances, to become a member of their cluster";
  }

  /**
   * Waits for the end. A signal or an order to leave causes it, or the instance itself when it
   * cannot lead.
   *
   * @return the exit code of the process, unless a signal has already decided it
   * @throws CommandException with the reason, if the instance has found one not to continue
   */
  public int awaitEnd() {
    ending.await();
    Optional<String> reason = end.reason();
    if (reason.isPresent()) {
      throw new CommandException("this instance has ended: " + reason.get());
    }
    return RequestedShutdown.isOrdered(system) ? ExitCode.OK : ExitCode.FAILURE;
  }

  /** Stops the instance in order, and waits for the end. */
  public void stop() {
    CoordinatedShutdown.get(system)
        .runAll(CoordinatedShutdown.unknownReason())
        .toCompletableFuture()
        .join();
  }
}
