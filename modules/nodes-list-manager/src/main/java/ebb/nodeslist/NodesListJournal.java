package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.BackoffSupervisorStrategy;
import akka.actor.typed.Behavior;
import akka.actor.typed.PreRestart;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.Behaviors;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryCompleted;
import akka.persistence.typed.SnapshotAdapter;
import akka.persistence.typed.SnapshotCompleted;
import akka.persistence.typed.SnapshotFailed;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.RetentionCriteria;
import akka.persistence.typed.javadsl.SignalHandler;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListSnapshot;
import ebb.domain.lists.NodesListState;
import ebb.nodeslist.protocol.ManagerMessage;
import java.time.Duration;
import java.util.List;

/**
 * The NodesListManager's journal: appends the manager's decisions, and decides nothing. Each append
 * is answered with Appended or AppendFailed. After a failure it reads the journal again, as at the
 * start, and sends Recovered: only that shows whether a failed write was stored.
 */
final class NodesListJournal
    extends EventSourcedBehavior<NodesListJournal.Command, NodesListEvent, NodesListState> {
  static final PersistenceId PERSISTENCE_ID = PersistenceId.ofUniqueId("NodesListManager|ebb");

  private static final int KEEP_SNAPSHOTS = 2;

  private static final BackoffSupervisorStrategy READ_AGAIN =
      SupervisorStrategy.restartWithBackoff(Duration.ofMillis(200), Duration.ofSeconds(5), 0.1);

  sealed interface Command {}

  /**
   * One atomic write.
   *
   * @param events at least one
   */
  record Append(List<NodesListEvent> events) implements Command {}

  /**
   * A command that does nothing. While Akka 2.8.5 stores the snapshot that was due at recovery, it
   * stashes incoming commands, and unstashes them only after the next command. Nobody sends another
   * command before the append is answered.
   */
  private enum Unstash implements Command {
    NOW
  }

  private final ActorRef<Command> self;
  private final ActorRef<? super ManagerMessage> manager;
  private final int snapshotEvery;

  static Behavior<Command> create(ActorRef<? super ManagerMessage> manager, int snapshotEvery) {
    Behavior<Command> journal =
        Behaviors.setup(context -> new NodesListJournal(context.getSelf(), manager, snapshotEvery));
    // The behavior handles failed writes itself; this is for writes that the journal rejects.
    return Behaviors.supervise(journal).onFailure(READ_AGAIN);
  }

  private NodesListJournal(
      ActorRef<Command> self, ActorRef<? super ManagerMessage> manager, int snapshotEvery) {
    super(PERSISTENCE_ID, READ_AGAIN);
    this.self = self;
    this.manager = manager;
    this.snapshotEvery = snapshotEvery;
  }

  @Override
  public NodesListState emptyState() {
    return NodesListState.EMPTY;
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    // Snapshots only speed up recovery. Events stay: the journal is the audit record.
    return RetentionCriteria.snapshotEvery(snapshotEvery, KEEP_SNAPSHOTS);
  }

  /** The state in memory is made for quick changes, the stored one for a stable format. */
  @Override
  public SnapshotAdapter<NodesListState> snapshotAdapter() {
    return new SnapshotAdapter<>() {
      @Override
      public Object toJournal(NodesListState state) {
        return state.toSnapshot();
      }

      @Override
      public NodesListState fromJournal(Object from) {
        return NodesListState.of((NodesListSnapshot) from);
      }
    };
  }

  @Override
  public EventHandler<NodesListState, NodesListEvent> eventHandler() {
    return NodesListState::apply;
  }

  @Override
  public CommandHandler<Command, NodesListEvent, NodesListState> commandHandler() {
    return newCommandHandlerBuilder()
        .forAnyState()
        .onCommand(
            Append.class,
            append ->
                Effect()
                    .persist(append.events())
                    .thenRun(durable -> manager.tell(new ManagerMessage.Appended())))
        .onCommand(Unstash.class, nothing -> Effect().none())
        .build();
  }

  @Override
  public SignalHandler<NodesListState> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(
            RecoveryCompleted.instance(),
            state -> manager.tell(new ManagerMessage.Recovered(state)))
        .onSignal(PreRestart.instance(), state -> manager.tell(new ManagerMessage.AppendFailed()))
        .onSignal(SnapshotCompleted.class, (state, stored) -> self.tell(Unstash.NOW))
        .onSignal(SnapshotFailed.class, (state, failed) -> self.tell(Unstash.NOW))
        .build();
  }
}
