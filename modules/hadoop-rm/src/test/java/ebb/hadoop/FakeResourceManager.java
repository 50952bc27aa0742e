package ebb.hadoop;

import akka.actor.testkit.typed.javadsl.TestInbox;
import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.domain.provenance.Initiator;
import ebb.hadoop.node.HadoopTypes;
import ebb.hadoop.node.PublishedNode;
import ebb.hadoop.node.RMNodeView;
import ebb.hadoop.report.FactSender;
import ebb.hadoop.scheduler.NodeSizes;
import ebb.node.Leader;
import ebb.node.NodeCommand;
import ebb.node.NodeStateUpdate;
import ebb.node.ReportStamp;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.NodesListManagerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppRunningOnNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.AllocationExpirationInfo;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.ContainerAllocationExpirer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeResourceUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * A real RMContext whose dispatcher records events instead of delivering them, whose scheduler has
 * what a test sets, and whose nodes' reports are recorded, too. All counters start at zero.
 */
public final class FakeResourceManager {
  public static final Leader LEADER = new Leader(7, TestInbox.<NodeStateUpdate>create().getRef());

  public final AtomicLong clock = new AtomicLong(1_000_000);
  public final List<Event<?>> events = Collections.synchronizedList(new ArrayList<>());
  public final List<NodeCommand> facts = new ArrayList<>();
  public final List<Resource> resizes = new ArrayList<>();

  /** What RMNode would call, for each resize. */
  public final List<Consumer<Optional<String>>> answersToResizes = new ArrayList<>();

  /** Whether the next event is rejected with an exception instead of being recorded. */
  public final AtomicBoolean refusesAnEvent = new AtomicBoolean();

  public final Set<ContainerId> unregisteredFromExpirer = new HashSet<>();

  /**
   * Containers that the scheduler has placed; the scheduler does not know a node without an entry.
   */
  public final Map<RMNode, List<ContainerId>> held = new HashMap<>();

  public final Set<ContainerId> masters = new HashSet<>();

  /** How often the scheduler was asked for a node. */
  public final AtomicLong lookups = new AtomicLong();

  public final RMContextImpl context;

  public FakeResourceManager() {
    ClusterMetrics.destroy();
    Dispatcher dispatcher = new CollectingDispatcher();
    context =
        new RMContextImpl(
            dispatcher,
            new FakeExpirer(dispatcher),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            stub(ResourceScheduler.class, Map.of("getSchedulerNode", this::schedulerNode)));
  }

  public RMNodeView live(PublishedNode node) {
    return RMNodeView.of(
        context,
        new NodeSizes(context),
        new ReportStamp(LEADER, 0, Optional.empty()),
        node.publication(),
        new CollectingFacts(),
        clock::get);
  }

  public void knows(ApplicationId application) {
    context.getRMApps().put(application, stub(RMApp.class, Map.of()));
  }

  public void pass(long millis) {
    clock.addAndGet(millis);
  }

  public List<String> schedulerEvents() {
    return events.stream()
        .filter(SchedulerEvent.class::isInstance)
        .map(each -> each.getType().toString())
        .toList();
  }

  public List<String> announcements() {
    return events.stream()
        .filter(NodesListManagerEvent.class::isInstance)
        .map(each -> each.getType().toString())
        .toList();
  }

  /** Sizes that the scheduler got after the node had been added. */
  public List<org.apache.hadoop.yarn.api.records.Resource> sizesAtScheduler() {
    return resourceUpdates().stream().map(each -> each.getResourceOption().getResource()).toList();
  }

  public List<NodeResourceUpdateSchedulerEvent> resourceUpdates() {
    return events.stream()
        .filter(NodeResourceUpdateSchedulerEvent.class::isInstance)
        .map(NodeResourceUpdateSchedulerEvent.class::cast)
        .toList();
  }

  public List<ApplicationId> applicationsSeen() {
    return events.stream()
        .filter(RMAppRunningOnNodeEvent.class::isInstance)
        .map(each -> ((RMAppRunningOnNodeEvent) each).getApplicationId())
        .toList();
  }

  public <F extends NodeCommand> List<F> facts(Class<F> type) {
    return facts.stream().filter(type::isInstance).map(type::cast).toList();
  }

  private @Nullable Object schedulerNode(Object[] arguments) {
    lookups.incrementAndGet();
    NodeId id = HadoopTypes.fromHadoop((org.apache.hadoop.yarn.api.records.NodeId) arguments[0]);
    for (RMNode node : held.keySet()) {
      if (HadoopTypes.fromHadoop(node.getNodeID()).equals(id)) {
        return new FakeSchedulerNode(node);
      }
    }
    return null;
  }

  /** For this number of containers. */
  public static org.apache.hadoop.yarn.api.records.Resource sizeOf(int containers) {
    return org.apache.hadoop.yarn.api.records.Resource.newInstance(1024L * containers, containers);
  }

  private RMContainer heldContainer(ContainerId id) {
    return stub(
        RMContainer.class,
        Map.of(
            "getContainerId",
            arguments -> id,
            "getExecutionType",
            arguments -> ExecutionType.GUARANTEED,
            "getAllocatedResource",
            arguments -> sizeOf(1),
            "isAMContainer",
            arguments -> masters.contains(id)));
  }

  private interface Answer {
    @Nullable Object to(Object[] arguments);
  }

  /** An implementation that returns the given answers, and rejects everything else. */
  private static <T> T stub(Class<T> type, Map<String, Answer> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (!answers.containsKey(method.getName())) {
                throw new UnsupportedOperationException(method.toString());
              }
              return answers.get(method.getName()).to(arguments);
            }));
  }

  private final class CollectingFacts implements FactSender {
    @Override
    public void tell(NodeCommand.Fact fact) {
      facts.add(fact);
    }

    @Override
    public void resize(Resource wanted, Initiator initiator, Consumer<Optional<String>> onAnswer) {
      resizes.add(wanted);
      answersToResizes.add(onAnswer);
    }
  }

  // Hadoop's Dispatcher is declared with raw types.
  @SuppressWarnings({"rawtypes", "unchecked"})
  private final class CollectingDispatcher implements Dispatcher {
    @Override
    public EventHandler<Event> getEventHandler() {
      return event -> {
        if (refusesAnEvent.getAndSet(false)) {
          throw new IllegalStateException("refused: " + event);
        }
        events.add(event);
      };
    }

    @Override
    public void register(Class<? extends Enum> type, EventHandler handler) {}
  }

  private final class FakeExpirer extends ContainerAllocationExpirer {
    FakeExpirer(Dispatcher dispatcher) {
      super(dispatcher);
    }

    @Override
    public synchronized void unregister(AllocationExpirationInfo info) {
      unregisteredFromExpirer.add(info.getContainerId());
    }
  }

  /** Always has the current containers, whenever it was looked up. */
  private final class FakeSchedulerNode extends SchedulerNode {
    private final RMNode node;

    FakeSchedulerNode(RMNode node) {
      super(node, false);
      this.node = node;
    }

    private List<ContainerId> containers() {
      return held.getOrDefault(node, List.of());
    }

    @Override
    public synchronized List<RMContainer> getCopiedListOfRunningContainers() {
      return containers().stream().map(FakeResourceManager.this::heldContainer).toList();
    }

    @Override
    public synchronized org.apache.hadoop.yarn.api.records.Resource getAllocatedResource() {
      return sizeOf(containers().size());
    }

    @Override
    public void reserveResource(
        SchedulerApplicationAttempt attempt, SchedulerRequestKey key, RMContainer container) {}

    @Override
    public void unreserveResource(SchedulerApplicationAttempt attempt) {}
  }
}
