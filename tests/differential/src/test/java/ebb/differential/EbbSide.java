package ebb.differential;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import ebb.differential.script.Lists;
import ebb.differential.script.Script;
import ebb.differential.script.Step;
import ebb.differential.stock.HadoopSide;
import ebb.domain.NodeId;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.hadoop.DirectNodes;
import ebb.hadoop.HadoopActivation;
import ebb.hadoop.config.EbbConfiguration;
import ebb.node.Leader;
import ebb.node.NodeSettings;
import ebb.nodeslist.LeaderAccess;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.Leadership;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.resourcemanager.NodesListManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceTrackerService;
import org.jspecify.annotations.Nullable;

/** Ebb's resource tracker, node views, lists and persistent actors, in one instance. */
final class EbbSide extends HadoopSide {
  private static final long TERM = 1;

  /** The scripts do not remove untracked nodes. */
  private static final UntrackedPolicy NOBODY_IS_FORGOTTEN =
      new UntrackedPolicy(Duration.ofDays(365), false, Optional.empty());

  /** A refresh waits on its caller's thread. */
  private static final Executor CALLERS =
      Executors.newCachedThreadPool(
          task -> {
            Thread caller = new Thread(task, "caller");
            caller.setDaemon(true);
            return caller;
          });

  private final EbbSystem system;
  private final ActorRef<Command> top;
  private final CompletableFuture<HadoopActivation> started = new CompletableFuture<>();
  private final Clock wallClock = new WallClock();

  EbbSide(EbbSystem system, Script script, Path folder) {
    super(script, folder);
    this.system = system;
    Lists.writeDefaults(folder);
    system.clearJournal();
    top = system.spawn(top());
    runUntilIdle();
  }

  private sealed interface Command {}

  private record Lead(Leader leader, ActorRef<LeaderCommand> singleton) implements Command {}

  private record Stop() implements Command {}

  private Behavior<Command> top() {
    return Behaviors.setup(
        parent -> {
          DirectNodes nodes = start(parent);
          return Behaviors.receiveMessage(
              command -> {
                if (command instanceof Lead lead) {
                  started.complete(activate(parent, nodes, lead));
                }
                return command instanceof Stop ? Behaviors.stopped() : Behaviors.same();
              });
        });
  }

  private DirectNodes start(ActorContext<Command> parent) {
    AtomicInteger operations = new AtomicInteger();
    ActorRef<DirectNodes.Envelope> region =
        parent.spawn(
            DirectNodes.parent(
                new NodeSettings("rm1", Duration.ofSeconds(POLL_SECONDS)), wallClock),
            "nodes");
    DirectNodes nodes = new DirectNodes(system.akka(), region);
    parent.spawn(
        LeaderAccess.create(
            system.akka(),
            EbbConfiguration.of(folder, folder).listSource(),
            new OnlyInstance(parent.getSelf()),
            nodes,
            NOBODY_IS_FORGOTTEN,
            wallClock,
            "rm1",
            () -> "operation-" + operations.incrementAndGet(),
            false),
        "leader");
    return nodes;
  }

  private HadoopActivation activate(ActorContext<?> parent, DirectNodes nodes, Lead lead) {
    return new HadoopActivation(
        parent,
        context,
        conf,
        CONTAINER_TOKENS,
        NODE_TOKENS,
        lead.leader(),
        lead.singleton(),
        nodes,
        PumpExecutor.INSTANCE,
        this::now,
        wallClock,
        EXPIRY_MS);
  }

  private record OnlyInstance(ActorRef<Command> top) implements Leadership {
    @Override
    public long takeTerm() {
      return TERM;
    }

    @Override
    public void onLeading(Leader leader, ActorRef<LeaderCommand> singleton) {
      top.tell(new Lead(leader, singleton));
    }

    @Override
    public void onStartRefused(String reason) {
      throw new IllegalStateException(reason);
    }

    @Override
    public NodeObservation observation(NodeId nodeId) {
      return NodeObservation.NONE;
    }

    @Override
    public void onDeposed(long term) {}
  }

  private final class WallClock extends Clock {
    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(1_700_000_000_000L + now());
    }
  }

  @Override
  protected ResourceTrackerService tracker() {
    return started.join().tracker();
  }

  @Override
  protected RegisterNodeManagerResponse register(RegisterNodeManagerRequest request)
      throws YarnException, IOException {
    CompletableFuture<RegisterNodeManagerResponse> answer = started.join().register(request);
    runUntilIdle();
    try {
      if (!answer.isDone()) {
        throw new IOException("nothing is left to do, and there is no answer");
      }
      return answer.join();
    } catch (CompletionException e) {
      throw new IOException("no answer to " + request.getNodeId(), e);
    }
  }

  @Override
  protected ResourceOption administratorsSize(ResourceOption size) {
    return HadoopActivation.administratorsSize(size);
  }

  @Override
  protected void refresh(Step.Refresh refresh) throws YarnException, IOException {
    CompletableFuture<@Nullable Exception> call =
        CompletableFuture.supplyAsync(() -> failureOf(refresh), CALLERS);
    CompletableFuture<@Nullable Exception> told =
        call.whenComplete((failure, bug) -> PumpExecutor.INSTANCE.execute(() -> {}));
    PumpExecutor.INSTANCE.pumpUntil(call::isDone);
    Exception failure = told.join();
    if (failure != null) {
      throw new YarnException(failure);
    }
  }

  private @Nullable Exception failureOf(Step.Refresh refresh) {
    NodesListManager lists = started.join().lists();
    try {
      switch (refresh.type()) {
        case NORMAL -> lists.refreshNodes(null);
        case GRACEFUL ->
            lists.refreshNodesGracefully(
                null,
                refresh.timeoutSeconds().isPresent() ? refresh.timeoutSeconds().getAsInt() : null);
        case FORCEFUL -> lists.refreshNodesForcefully();
      }
      return null;
    } catch (IOException | YarnException | RuntimeException e) {
      return e;
    }
  }

  @Override
  protected void timePassed(int millis, boolean onTheSecond) {
    system.pass(millis);
  }

  @Override
  protected void runUntilIdle() {
    boolean any;
    do {
      any = PumpExecutor.INSTANCE.pump();
      any |= dispatcher.deliver();
    } while (any);
  }

  @Override
  public void close() {
    started.join().stop();
    runUntilIdle();
    top.tell(new Stop());
    runUntilIdle();
  }
}
