package ebb.bench.small;

import akka.actor.ActorSystem;
import akka.actor.ExtendedActorSystem;
import com.typesafe.config.ConfigFactory;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.XmlExcludeFile;
import ebb.domain.Decision;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.refresh.PlannerNode;
import ebb.domain.refresh.RefreshPlan;
import ebb.domain.refresh.RefreshRequest;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.hosts.HostsFileParser;
import ebb.hosts.ListSourceException;
import ebb.journal.event.EventsJsonSerializer;
import ebb.simulator.FleetSettings;
import java.io.ByteArrayInputStream;
import java.io.NotSerializableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The parts of a drain. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
@State(Scope.Benchmark)
public class SmallParts {
  private static final int NODES = 10_000;
  private static final int HOSTS = 100_000;
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final DrainTimeout AN_HOUR = DrainTimeout.of(Duration.ofHours(1));
  private static final RefreshRequest GRACEFUL =
      new RefreshRequest(RefreshType.GRACEFUL, Optional.of(AN_HOUR));

  private final Initiator operator =
      new Initiator(
          "admin",
          Origin.HTTP,
          Optional.empty(),
          Optional.of("new disks"),
          Optional.of("operation-1"));
  private final Provenance by = operator.stamp(NOW, "rm1", 1);
  private final NodeLifecycle running = running(0);
  private final NodeOrder order =
      new NodeOrder(
          running.nodeId(),
          new NodeAction.GracefulDecommission(AN_HOUR, TimeoutSource.REQUEST),
          1,
          NOW,
          operator);
  private final NodeEvent started = events(running.applyOrder(order, by)).get(0);
  private final List<PlannerNode> fleet =
      IntStream.range(0, NODES)
          .mapToObj(i -> PlannerNode.of(running(i), address(i)))
          .collect(Collectors.toList());
  private final ListSettings allExcluded =
      new ListSettings(
          HostLists.of(
              Set.of(),
              IntStream.range(0, NODES)
                  .mapToObj(FleetSettings::host)
                  .collect(Collectors.toMap(Function.identity(), host -> Optional.empty()))),
          AN_HOUR,
          Optional.of(""));
  private final byte[] list =
      XmlExcludeFile.xml(
              IntStream.range(0, HOSTS)
                  .mapToObj(i -> ExcludedHost.within(FleetSettings.host(i), Duration.ofHours(1)))
                  .toList())
          .getBytes(StandardCharsets.UTF_8);

  private final ActorSystem system = ActorSystem.create("small-parts", ConfigFactory.load());
  private final EventsJsonSerializer json = new EventsJsonSerializer((ExtendedActorSystem) system);
  private final String manifest = json.manifest(started);
  private final byte[] written = json.toBinary(started);

  private static NodeLifecycle running(int index) {
    NodeLifecycle fresh =
        NodeLifecycle.unregistered(new NodeId(FleetSettings.host(index), FleetSettings.port()));
    Provenance registration = Initiator.system("node", Origin.REGISTRATION).stamp(NOW, "rm1", 0);
    NodeLifecycle node = fresh;
    for (NodeEvent event :
        events(fresh.register(Resource.of(8_192, 8), true, true, registration))) {
      node = node.apply(event);
    }
    return node;
  }

  private static NodeAddress address(int index) {
    return new NodeAddress(FleetSettings.host(index), FleetSettings.host(index));
  }

  private static List<NodeEvent> events(Decision decision) {
    if (decision instanceof Decision.Persist persist) {
      return persist.events();
    }
    throw new IllegalStateException("Expected events, but got " + decision);
  }

  /** Fails if the setup would make the measurement meaningless. */
  @Setup
  public void check() throws NotSerializableException {
    if (!json.fromBinary(written, manifest).equals(started)
        || planOfTenThousandNodes().decisions().size() != NODES) {
      throw new IllegalStateException("The parts do not do what is measured");
    }
  }

  @TearDown
  public void stop() {
    system.terminate();
  }

  @Benchmark
  public Decision decide() {
    return running.applyOrder(order, by);
  }

  @Benchmark
  public NodeLifecycle apply() {
    return running.apply(started);
  }

  @Benchmark
  public RefreshPlan planOfTenThousandNodes() {
    return RefreshPlan.of(GRACEFUL, allExcluded, HostLists.EMPTY, UntrackedPolicy.DEFAULT, fleet);
  }

  @Benchmark
  public byte[] eventToJson() {
    return json.toBinary(started);
  }

  @Benchmark
  public Object eventFromJson() throws NotSerializableException {
    return json.fromBinary(written, manifest);
  }

  @Benchmark
  public SortedMap<String, Optional<DrainTimeout>> listOfAHundredThousandHosts()
      throws ListSourceException {
    return HostsFileParser.excludes("exclude.xml", new ByteArrayInputStream(list));
  }
}
