package ebb.simulation;

import akka.dispatch.Futures;
import akka.persistence.PersistentRepr;
import ebb.domain.DrainAccount;
import ebb.domain.DrainEnding;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.provenance.Provenance;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import ebb.simulation.environment.Chance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import scala.concurrent.Future;
import scala.concurrent.Promise;

/**
 * The database: what is committed here survives every crash, and nothing else does. A write is
 * committed some time before it is acknowledged, if at all. A failed write may be committed
 * nevertheless, even some time after its writer was told of the failure. No two events of an actor
 * have the same number, and an actor recovers only when all writes for it are decided.
 */
final class JournalDisk {
  static final JournalDisk INSTANCE = new JournalDisk();

  /** How long a commit may take whose client is gone. */
  private static final int STRAY = 15_000;

  private static final int POLL_MILLIS = 50;

  /** A committed event. */
  record Row(long ordering, long at, PersistentRepr event) {
    JournaledEvent journaled() {
      return JournaledEvent.of(
          new JournalPosition(ordering, event.persistenceId(), event.sequenceNr()),
          event.payload());
    }
  }

  private static final class Write {
    final String actor;
    final List<PersistentRepr> events;
    final Promise<Iterable<Optional<Exception>>> answer = Futures.promise();
    boolean committed;
    boolean refused;
    boolean answered;

    /** The commit happens after the answer. */
    boolean strays;

    Write(String actor, List<PersistentRepr> events) {
      this.actor = actor;
      this.events = events;
    }
  }

  /** Without a stack trace, which would take most of the time. */
  static final class FailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FailedException(String words) {
      super(words, null, false, false);
    }
  }

  private @Nullable World world;
  private Chance chance = new Chance(0, "journal");
  private final List<Row> rows = new ArrayList<>();
  private final Map<String, List<Row>> byActor = new HashMap<>();
  private final Set<Write> underWay = new LinkedHashSet<>();

  /** Evicted instances, and since when. */
  private final Map<String, Instant> evicted = new HashMap<>();

  private long ordering;
  private boolean cut;
  private int failed;

  /** An empty journal. */
  void reset(World of, long seed) {
    world = of;
    chance = new Chance(seed, "journal");
    rows.clear();
    byActor.clear();
    underWay.clear();
    evicted.clear();
    ordering = 0;
    cut = false;
    failed = 0;
  }

  List<Row> rows() {
    return List.copyOf(rows);
  }

  /** Events of nodes on instances that had been evicted when they decided on them. */
  List<Row> writtenTooLate() {
    return rows.stream()
        .filter(row -> isStruckOff(row.event()))
        .filter(
            row -> {
              Provenance by = row.journaled().by();
              return by.at().isAfter(evicted.get(by.instance()));
            })
        .toList();
  }

  int failed() {
    return failed;
  }

  private World world() {
    if (world == null) {
      throw new IllegalStateException("no simulation runs");
    }
    return world;
  }

  // ---- writing ----

  Future<Iterable<Optional<Exception>>> write(String actor, List<PersistentRepr> events) {
    if (cut) {
      return Futures.failed(new FailedException("the process is dead"));
    }
    if (isStruckOff(events.get(0)) && world().mutant() != Mutant.KEEP_WRITING) {
      return Futures.failed(new FailedException("no member any more"));
    }
    Write write = new Write(actor, events);
    underWay.add(write);
    if (world().mutant() == Mutant.ACKNOWLEDGE_EARLY) {
      world().time().after(STRAY, () -> commit(write));
      write.answer.success(List.of());
      return write.answer.future();
    }
    boolean down = world().conditions().journalDown > 0;
    boolean fails = down || chance.oneIn(50);
    int takes = down ? chance.between(0, 3_000) : latency();
    if (!fails || chance.percent(25)) {
      write.strays = fails && chance.percent(30);
      int committedAfter = chance.between(0, takes) + (write.strays ? chance.between(0, STRAY) : 0);
      world().time().after(committedAfter, () -> commit(write));
    }
    world().time().after(takes, () -> answer(write, fails));
    return write.answer.future();
  }

  /**
   * The nodes of this instance write nothing more, because they may live elsewhere from now on.
   * Their pending writes are decided before another instance recovers them. The leader has its own
   * fence.
   */
  void evict(String instance) {
    evicted.put(instance, world().time().instant());
  }

  private boolean isStruckOff(PersistentRepr event) {
    return event.payload() instanceof NodeEvent node && evicted.containsKey(node.by().instance());
  }

  private int latency() {
    if (world().conditions().journalSlow > 0) {
      return chance.between(100, 5_000);
    }
    int dice = chance.between(0, 99);
    if (dice < 95) {
      return chance.between(0, 8);
    }
    return dice < 99 ? chance.between(10, 500) : chance.between(500, 5_000);
  }

  /** The writes of an instance that was killed meanwhile are already decided. */
  private void commit(Write write) {
    if (!underWay.contains(write) || write.committed) {
      return;
    }
    add(write);
    if (write.answered) {
      underWay.remove(write);
    }
  }

  private void add(Write write) {
    List<Row> known = byActor.computeIfAbsent(write.actor, absent -> new ArrayList<>());
    long last = highest(write.actor);
    if (write.events.get(0).sequenceNr() <= last && world().mutant() != Mutant.SKIP_FENCING) {
      write.refused = true;
      return;
    }
    for (PersistentRepr event : write.events) {
      Row row = new Row(++ordering, world().time().now(), asKept(event));
      rows.add(row);
      known.add(row);
    }
    write.committed = true;
  }

  private PersistentRepr asKept(PersistentRepr event) {
    if (world().mutant() == Mutant.MISWRITE && event.payload() instanceof NodeRegistered e) {
      return event.withPayload(new NodeRegistered(e.nodeId(), e.capacity(), !e.healthy(), e.by()));
    } else if (world().mutant() == Mutant.MISCOUNT && event.payload() instanceof NodeEvent e) {
      return event.withPayload(miscounted(DrainEnding.in(e)).recordedIn(e));
    }
    return event;
  }

  private static DrainEnding miscounted(DrainEnding ending) {
    return new DrainEnding(
        ending.remaining(),
        ending
            .account()
            .map(
                account ->
                    new DrainAccount(
                        account.waitContainerMillis(),
                        account.waitAppMillis(),
                        account.noReportMillis() + 1_000,
                        account.unobservedMillis(),
                        account.applicationMillis())));
  }

  private void answer(Write write, boolean fails) {
    if (!fails) {
      commit(write); // at the latest
    }
    if (!underWay.contains(write)) {
      return;
    }
    write.answered = true;
    if (!write.strays || write.committed || write.refused) {
      underWay.remove(write);
    }
    if (fails || write.refused) {
      failed++;
      // The writer restarts, and its work may be as late as after any fault.
      world().witness().fault("FailedWrite", 0);
      write.answer.failure(
          new FailedException(write.refused ? "duplicate key" : "the database is away"));
    } else {
      write.answer.success(List.of());
    }
  }

  /**
   * The process is killed. A random part of its pending writes is committed, and nothing more is
   * accepted.
   */
  void cut() {
    cut = true;
    List.copyOf(underWay).forEach(this::decide);
    if (world().mutant() == Mutant.FORGET_WRITES) {
      forget(chance.between(1, 3));
    }
  }

  /** As no real database does. */
  void forget(int events) {
    for (int i = events; i > 0 && !rows.isEmpty(); i--) {
      Row lost = rows.remove(rows.size() - 1);
      byActor.getOrDefault(lost.event().persistenceId(), new ArrayList<>()).remove(lost);
    }
  }

  void comeBack() {
    cut = false;
  }

  /** One actor ends without the rest of the process. */
  void lose(String actor) {
    underWay.stream().filter(write -> write.actor.equals(actor)).toList().forEach(this::decide);
  }

  private void decide(Write write) {
    if (!write.committed && chance.percent(50)) {
      commit(write);
    }
    underWay.remove(write);
    write.answer.tryFailure(new FailedException("the process is dead"));
  }

  // ---- reading ----

  Future<@Nullable Void> replay(String actor, long from, long to, Consumer<PersistentRepr> each) {
    Promise<@Nullable Void> done = Futures.promise();
    boolean fails = isUnreadable();
    world()
        .time()
        .after(
            chance.between(0, 5),
            () -> {
              if (fails) {
                done.failure(new FailedException("the database is away"));
                return;
              }
              List.copyOf(byActor.getOrDefault(actor, List.of())).stream()
                  .map(Row::event)
                  .filter(event -> event.sequenceNr() >= from && event.sequenceNr() <= to)
                  .forEach(each);
              done.success(null);
            });
    return done.future();
  }

  Future<Long> highestSequenceNumber(String actor) {
    Promise<Long> number = Futures.promise();
    onceDecided(actor, number);
    return number.future();
  }

  private void onceDecided(String actor, Promise<Long> number) {
    if (isUnreadable()) {
      number.failure(new FailedException("the database is away"));
    } else if (underWay.stream().anyMatch(write -> write.actor.equals(actor))) {
      world().time().after(POLL_MILLIS, () -> onceDecided(actor, number));
    } else {
      number.success(highest(actor));
    }
  }

  private long highest(String actor) {
    List<Row> known = byActor.getOrDefault(actor, List.of());
    return known.isEmpty() ? 0 : known.get(known.size() - 1).event().sequenceNr();
  }

  private boolean isUnreadable() {
    return cut || world().conditions().journalDown > 0;
  }
}
