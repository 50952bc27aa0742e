package ebb.app.cluster;

import akka.Done;
import akka.actor.Address;
import akka.actor.Cancellable;
import akka.actor.typed.ActorSystem;
import akka.cluster.Member;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.JoinSeedNodes;
import ebb.cli.client.CommandException;
import ebb.journal.JournalDatabase;
import ebb.journal.lease.MemberRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes an instance on a shared database a member of the cluster. The instance requests to join the
 * others. Any instance may found the cluster as soon as the database shows that no member is alive,
 * whichever is first in a list. Even then it requests to join once more before it continues alone.
 */
public final class ClusterJoiner {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterJoiner.class);
  private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  /**
   * By then an instance that bootstraps has found all live members, including those that the
   * database does not know.
   */
  private static final Duration BOOTSTRAP_SEARCH = Duration.ofSeconds(5);

  /** Attempts before a warning, because a database may be slow for a moment. */
  private static final int ATTEMPTS_IN_SILENCE = 5;

  /**
   * Refusals to tolerate: a member that was just lost stays in the database for its time to live.
   */
  private static final int PATIENCE = 30;

  private final ActorSystem<?> system;
  private final MemberRegistry registry;
  private final Address self;
  private final List<Address> others;
  private final boolean bootstraps;
  private final Consumer<String> onForeign;
  private final CompletableFuture<Done> member = new CompletableFuture<>();
  private volatile boolean founding;
  private final AtomicInteger attempts = new AtomicInteger();
  private final AtomicInteger refusals = new AtomicInteger();

  /**
   * @param others empty for an instance that is to be alone, or that bootstraps
   * @param bootstraps whether the others are found by {@link Bootstrap}
   * @param onForeign called, with a reason, if the database belongs to another cluster
   */
  private ClusterJoiner(
      ActorSystem<?> system,
      MemberRegistry registry,
      List<Address> others,
      boolean bootstraps,
      Consumer<String> onForeign) {
    this.system = system;
    this.registry = registry;
    this.others = others;
    this.bootstraps = bootstraps;
    this.onForeign = onForeign;
    self = Cluster.get(system).selfMember().address();
  }

  /**
   * Continues by itself until this instance is a member, and keeps it registered as one.
   *
   * @param registry the result of {@link #registry}
   * @param onForeign called, with a reason, if the database belongs to another cluster now; this
   *     instance must end then
   * @return completes when this instance is a member and is entered as one in the database; fails
   *     if it is to be alone and others are alive
   */
  public static CompletionStage<Done> join(
      ActorSystem<?> system,
      ClusterSettings settings,
      MemberRegistry registry,
      Consumer<String> onForeign) {
    Address self = Cluster.get(system).selfMember().address();
    List<Address> others = new ArrayList<>(settings.seedsOf(self));
    others.remove(self);
    var founding =
        new ClusterJoiner(system, registry, others, settings.bootstrap().isPresent(), onForeign);
    founding.begin();
    return founding.member;
  }

  /**
   * The members as the database knows them, for {@link #join}.
   *
   * @param onEvicted called, with a reason, if this instance is no longer a member; it must end
   *     then
   */
  public static MemberRegistry registry(
      ActorSystem<?> system, JournalDatabase journal, String instance, Consumer<String> onEvicted) {
    Member self = Cluster.get(system).selfMember();
    return journal.members(system, instance, MemberAddress.of(self), onEvicted);
  }

  private void begin() {
    if (!others.isEmpty()) {
      Cluster.get(system).manager().tell(new JoinSeedNodes(others));
    }
    if (bootstraps) {
      Bootstrap.start(system.classicSystem());
    }
    Cancellable asking =
        system
            .scheduler()
            .scheduleWithFixedDelay(
                bootstraps ? BOOTSTRAP_SEARCH : Duration.ZERO,
                ASK_AGAIN,
                this::askToFound,
                system.executionContext());
    akka.cluster.Cluster.get(system.classicSystem())
        .registerOnMemberUp(
            () -> {
              asking.cancel();
              refusals.set(0);
              enter();
            });
  }

  private void askToFound() {
    if (founding || member.isDone()) {
      return;
    }
    registry
        .mayFound()
        .whenCompleteAsync(
            (may, failure) -> {
              if (failure != null) {
                LOG.debug("Cannot tell whether a member is alive", failure);
              } else if (may) {
                found();
              } else if (refusals.incrementAndGet() == PATIENCE) {
                othersLetNobodyIn();
              }
            },
            system.executionContext());
  }

  private void othersLetNobodyIn() {
    if (others.isEmpty() && !bootstraps) {
      member.completeExceptionally(
          new CommandException(
              "cannot start: instances of a cluster run on this database",
              "end them, or set ebb.cluster.seed-nodes to be one of them"));
    } else {
      LOG.warn(
          "Instances of a cluster run on this database, and none has accepted this one yet;"
              + " ebb.cluster.seed-nodes or .bootstrap must name them, and either all of them have"
              + " valid certificates of ebb.cluster.tls, or none has any");
    }
  }

  private void found() {
    if (!founding) {
      founding = true;
      LOG.info("The database has no live member; founding a cluster unless one answers");
      List<Address> all = new ArrayList<>(List.of(self));
      all.addAll(others);
      Cluster.get(system).manager().tell(new JoinSeedNodes(all));
    }
  }

  /**
   * Retries while the database is unavailable or has live members that this instance does not know,
   * such as one that was just lost. After {@link #PATIENCE} refusals these belong to another
   * cluster.
   */
  private void enter() {
    registry
        .enter(members())
        .whenCompleteAsync(
            (entered, failure) -> {
              if (failure == null && entered) {
                LOG.info("Entered in the database as a member");
                member.complete(Done.getInstance());
              } else if (failure == null && refusals.incrementAndGet() > PATIENCE) {
                onForeign.accept("members of another cluster live on this database");
              } else {
                notEntered(failure == null ? "it does not know all live members" : textOf(failure));
                system.scheduler().scheduleOnce(ASK_AGAIN, this::enter, system.executionContext());
              }
            },
            system.executionContext());
  }

  /**
   * Warns after some attempts. The leader and the shards may already belong to this member, which
   * cannot run them yet; no other instance runs them meanwhile.
   */
  private void notEntered(String reason) {
    LOG.debug("Not entered as a member yet: {}", reason);
    if (attempts.incrementAndGet() == ATTEMPTS_IN_SILENCE) {
      LOG.warn(
          "This instance is a member of the cluster, but has no row in the database yet;"
              + " until then it neither leads nor has nodes, and may keep others from it: {}",
          reason);
    }
  }

  private static String textOf(Throwable failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return String.valueOf(cause.getMessage()).replaceAll("\\s+", " ");
  }

  private Set<String> members() {
    Set<String> members = new HashSet<>();
    Cluster.get(system).state().getMembers().forEach(each -> members.add(MemberAddress.of(each)));
    return members;
  }
}
