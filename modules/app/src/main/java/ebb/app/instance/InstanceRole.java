package ebb.app.instance;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import ebb.admin.instances.InstanceState;
import ebb.admin.instances.Readiness;
import ebb.cli.client.CommandException;
import ebb.domain.NodeId;
import ebb.hadoop.HadoopRole;
import ebb.journal.lease.LeaderTerm;
import ebb.node.Leader;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.WorkView;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.Leadership;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The role of this instance: Hadoop's ResourceManager is active while this instance leads, and
 * stands by while another one of several leads. The leader's actor calls this class, and is never
 * blocked by it.
 */
public final class InstanceRole implements Leadership {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceRole.class);

  private final ActorSystem<?> system;
  private final HadoopRole hadoop;
  private final LeaderTerm terms;
  private final Supplier<Optional<String>> journalProblem;
  private final boolean hasOthers;
  private final Executor executor;
  private final CompletableFuture<Done> serving = new CompletableFuture<>();
  private volatile Readiness readiness = new Readiness(false, "starting");
  private volatile boolean ending;

  /** The term that this instance leads in, or is about to; 0 for none. */
  private volatile long led;

  /**
   * @param journalProblem why the journal cannot be written; empty while it can
   * @param hasOthers whether this is one of several instances
   */
  public InstanceRole(
      ActorSystem<?> system,
      HadoopRole hadoop,
      LeaderTerm terms,
      Supplier<Optional<String>> journalProblem,
      boolean hasOthers) {
    this.system = system;
    this.hadoop = hadoop;
    this.terms = terms;
    this.journalProblem = journalProblem;
    this.hasOthers = hasOthers;
    executor = system.executionContext();
  }

  /**
   * Called before this instance has a leader, or leads itself. The only instance prepares to lead
   * while it waits for that.
   *
   * @param member completes when this instance is a member of the cluster; fails if it cannot be
   *     one
   */
  void standBy(CompletionStage<Done> member) {
    if (hasOthers) {
      follow(hadoop.standBy().thenCombineAsync(member, (ports, joined) -> ports, executor));
    } else {
      CompletionStage<Done> unused = hadoop.prepare();
      member.whenCompleteAsync(
          (joined, failure) -> {
            if (failure != null) {
              giveUp(failure);
            }
          },
          executor);
    }
  }

  private void follow(CompletionStage<Done> standing) {
    standing.whenCompleteAsync(
        (done, failure) -> {
          if (failure == null) {
            if (!isLeading()) {
              becomes(true, "standing by");
            }
            serving.complete(done);
          } else {
            LOG.error("Cannot stand by", failure);
            giveUp(failure);
          }
        },
        executor);
  }

  @Override
  public long takeTerm() {
    return terms.takeNext();
  }

  @Override
  public void onLeading(Leader leader, ActorRef<LeaderCommand> singleton) {
    long term = leader.term();
    led = term;
    hadoop
        .start(leader, singleton)
        .whenCompleteAsync(
            (active, failure) -> {
              if (led != term) {
                LOG.info("No longer leading in term {}", term, failure);
              } else if (failure == null) {
                becomes(true, leadingIn(term));
                serving.complete(active);
              } else {
                LOG.error("Cannot lead in term {}", term, failure);
                giveUp(failure);
              }
            },
            executor);
  }

  @Override
  public void onStartRefused(String reason) {
    giveUp(new CommandException("cannot start: " + reason, "fix the list, or remove its path"));
  }

  @Override
  public void onDeposed(long term) {
    led = 0;
    becomes(false, "not leading since term " + term);
    if (ending || !hasOthers) {
      hadoop.stop();
    } else {
      follow(hadoop.standBy());
    }
  }

  /** An instance that cannot lead is of no use; a supervisor may start it again. */
  private void giveUp(Throwable failure) {
    if (!serving.completeExceptionally(failure)) {
      CoordinatedShutdown.get(system).runAll(CoordinatedShutdown.unknownReason());
    }
  }

  /** Stops Hadoop's ResourceManager; completes when nothing of it runs any longer. */
  synchronized CompletionStage<Done> end() {
    becomes(false, "leaving");
    ending = true;
    return hadoop.stop();
  }

  /**
   * Sets the readiness. An instance that leaves keeps its last one, whatever else happens to it.
   */
  private synchronized void becomes(boolean ready, String what) {
    if (!ending) {
      readiness = new Readiness(ready, what);
    }
  }

  /** Completes once Hadoop's ports answer for the first time; fails if they cannot. */
  CompletionStage<Done> serving() {
    return serving;
  }

  @Override
  public NodeObservation observation(NodeId nodeId) {
    return hadoop.observation(nodeId);
  }

  @Override
  public Optional<WorkView> work() {
    return Optional.of(hadoop);
  }

  /** Whether this instance leads, or is about to. */
  boolean isLeading() {
    return led != 0;
  }

  /** The term that this instance leads in or is about to lead in; 0 for none. */
  long term() {
    return led;
  }

  private static String leadingIn(long term) {
    return "leading in term " + term;
  }

  /**
   * The readiness, given the actual state of the ResourceManager: an administrator can change that
   * state without the leader.
   */
  private Readiness standing() {
    Readiness now = readiness;
    long term = led;
    if (!now.ready() || term == 0 || hadoop.isActive()) {
      return now;
    }
    return new Readiness(
        false,
        isPutOnStandby()
            ? "an administrator has put the ResourceManager of the leader on standby, so that none"
                + " is active; yarn rmadmin -transitionToActive makes it active again"
            : "about to lead in term " + term);
  }

  private boolean isPutOnStandby() {
    return readiness.reason().equals(leadingIn(led)) && !hadoop.isActive();
  }

  /** What this instance does, as shown to others. */
  InstanceState state() {
    if (ending) {
      return InstanceState.LEAVING;
    } else if (!standing().ready()) {
      return isPutOnStandby() ? InstanceState.LEADING_ON_STANDBY : InstanceState.NOT_READY;
    }
    return isLeading() ? InstanceState.LEADING : InstanceState.STANDBY;
  }

  /** Whether this instance is ready; it is not while the journal cannot be written. */
  public Readiness readiness() {
    return journalProblem
        .get()
        .map(problem -> new Readiness(false, "the journal cannot be written: " + problem))
        .orElseGet(this::standing);
  }
}
