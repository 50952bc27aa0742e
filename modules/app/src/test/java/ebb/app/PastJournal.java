package ebb.app;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainAccount;
import ebb.domain.DrainStatus;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningProgressed;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.work.RemainingWork;
import ebb.domain.work.Workload;
import ebb.node.DrainProgress;
import ebb.node.NodeStateUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A day on which two of four nodes drain, one with its work done and one into the deadline that
 * another operator gave it, a third one is lost, and the last one drains in the evening; as
 * docs/commands.md shows it. The fifth one is of an instance whose clock is ahead.
 */
final class PastJournal {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Resource SIZE = Resource.of(65536, 16);

  /** In the evening. */
  static final Instant NOW = Instant.parse("2026-01-31T18:00:00Z");

  private final Map<String, List<Object>> events = new LinkedHashMap<>();

  /** Writes it to the journal of a system, as the actors do. */
  static void write(ActorSystem<?> system) {
    PastJournal day = new PastJournal();
    day.tell();
    day.events.forEach((actor, events) -> write(system, actor, events));
  }

  /** The node that drains in the evening, as its actor shows it. */
  static NodeStateUpdate draining(String application) {
    PastJournal day = new PastJournal();
    day.tell();
    NodeLifecycle node = NodeLifecycle.unregistered(node(4));
    List<Object> own = Objects.requireNonNull(day.events.get("RMNode|" + node(4)));
    for (Object event : own) {
      node = node.apply((NodeEvent) event);
    }
    return new NodeStateUpdate(
        own.size(),
        own.size(),
        node,
        Optional.of(
            new DrainProgress(
                DrainStatus.WAIT_CONTAINER,
                Optional.of(new Workload(2, new TreeSet<>(Set.of(application)))))));
  }

  private void tell() {
    for (int i = 1; i <= 4; i++) {
      seen(i, "2026-01-31T08:00:0" + i + "Z");
    }
    start(1, "2026-01-31T14:00:00Z");
    start(2, "2026-01-31T14:00:00Z");
    changeTimeout(2, Duration.ofHours(2), "2026-01-31T14:20:00Z");
    end(1, DecommissionCause.READY, 0, 0, by("anna", "2026-01-31T14:35:12Z", "", "5d1e"));
    add(new NodeLost(node(3), by("expiry", "2026-01-31T15:10:00Z", "", "")));
    end(
        2,
        DecommissionCause.TIMEOUT,
        3,
        1,
        by("bob", "2026-01-31T16:00:00.250Z", "nightly report", "9c07"));
    start(4, "2026-01-31T17:30:00Z");
    changeTimeout(4, Duration.ofHours(3), "2026-01-31T17:45:00Z");
    progress(4, "2026-01-31T17:50:00Z", 2, "application_1769846400000_0007");
    seen(5, "2526-01-31T08:00:00Z");
  }

  private void seen(int number, String at) {
    Provenance by = by("registration", at, "", "");
    NodeId node = node(number);
    add(
        "NodesListManager|ebb",
        new NodeSeen(node, new NodeAddress(node.host(), "10.0.0." + number), by));
    add(new NodeRegistered(node, SIZE, true, by));
  }

  private void start(int number, String at) {
    Provenance by = by("anna", at, "new disks", "5d1e");
    add(
        new DecommissioningStarted(
            node(number),
            1,
            by.at(),
            DrainTimeout.of(Duration.ofHours(1)),
            TimeoutSource.REQUEST,
            Optional.of(SIZE),
            by));
  }

  private void progress(int number, String at, int containers, String application) {
    add(
        new DecommissioningProgressed(
            node(number),
            1,
            Optional.of(new Workload(containers, new TreeSet<>(Set.of(application)))),
            new DrainAccount(
                1_199_000, 0, 1_000, 0, new TreeMap<>(Map.of(application, 1_199_000L))),
            by("anna", at, "new disks", "5d1e")));
  }

  private void changeTimeout(int number, Duration timeout, String at) {
    add(
        new DecommissioningTimeoutChanged(
            node(number),
            1,
            DrainTimeout.of(timeout),
            TimeoutSource.OPERATOR,
            by("bob", at, "nightly report", "9c07")));
  }

  private void end(
      int number, DecommissionCause cause, int containers, int applications, Provenance by) {
    add(
        new NodeDecommissioned(
            node(number),
            1,
            cause,
            Optional.of(new RemainingWork(containers, applications)),
            Optional.empty(),
            by));
  }

  static NodeId node(int number) {
    return new NodeId("worker-" + number + ".example.org", 45454);
  }

  private void add(NodeEvent event) {
    add("RMNode|" + event.nodeId(), event);
  }

  private void add(String actor, Object event) {
    events.computeIfAbsent(actor, absent -> new ArrayList<>()).add(event);
  }

  private static Provenance by(String actor, String at, String reason, String operation) {
    return new Provenance(
        Instant.parse(at),
        "rm1",
        actor,
        Origin.HTTP,
        Optional.empty(),
        Optional.of(reason).filter(text -> !text.isEmpty()),
        Optional.of(operation).filter(text -> !text.isEmpty()),
        1);
  }

  // ---- writing ----

  private record Write(Object event, ActorRef<Done> replyTo) {}

  private static void write(ActorSystem<?> system, String actor, List<Object> events) {
    ActorRef<Write> writer =
        system.systemActorOf(
            Behaviors.setup(context -> new Writer(actor)),
            "writer-" + actor.replaceAll("[^A-Za-z0-9]", "-"),
            Props.empty());
    for (Object event : events) {
      AskPattern.<Write, Done>ask(
              writer, replyTo -> new Write(event, replyTo), PATIENCE, system.scheduler())
          .toCompletableFuture()
          .join();
    }
  }

  private static final class Writer extends EventSourcedBehavior<Write, Object, Integer> {
    Writer(String actor) {
      super(PersistenceId.ofUniqueId(actor));
    }

    @Override
    public Integer emptyState() {
      return 0;
    }

    @Override
    public CommandHandler<Write, Object, Integer> commandHandler() {
      return newCommandHandlerBuilder()
          .forAnyState()
          .onAnyCommand(
              write ->
                  Effect()
                      .persist(write.event())
                      .thenRun(count -> write.replyTo().tell(Done.getInstance())));
    }

    @Override
    public EventHandler<Integer, Object> eventHandler() {
      return newEventHandlerBuilder().forAnyState().onAnyEvent((count, event) -> count + 1);
    }
  }
}
