package ebb.app.wire;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import ebb.app.members.InstanceMessage;
import ebb.domain.Drain;
import ebb.domain.DrainResult;
import ebb.domain.DrainTimeout;
import ebb.domain.LastDrain;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.RecordedProgress;
import ebb.domain.Resource;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.ManagerMessage;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListReply;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * One of every message that may cross from one instance to another, with every field filled. Made
 * from the records themselves, so that a new message or field cannot be forgotten.
 */
final class SampleMessages {
  /** What the reference.conf files bind to Akka's CBOR. */
  static final List<Class<?>> ROOTS =
      List.of(
          NodeCommand.class,
          NodeReply.class,
          NodeStateUpdate.class,
          LeaderCommand.class,
          NodesListReply.class,
          NodeTableCommand.News.class,
          NodeTableCommand.Nodes.class,
          NodeTableCommand.Work.class,
          InstanceMessage.class,
          InstanceMessage.Described.class,
          InstanceMessage.LeaveHeard.class);

  private static final Instant AT = Instant.parse("2026-11-22T08:00:00.123456Z");

  private final ActorRef<Object> nobody;

  SampleMessages(ActorSystem<?> system) {
    nobody = system.deadLetters();
  }

  /** Those that other modules can send; the others stay on their instance. */
  static List<Class<?>> kinds() {
    return ROOTS.stream()
        .flatMap(SampleMessages::concrete)
        .distinct()
        .sorted(Comparator.comparing(Class::getName))
        .toList();
  }

  private static Stream<Class<?>> concrete(Class<?> kind) {
    if (kind.isSealed()) {
      return Arrays.stream(kind.getPermittedSubclasses()).flatMap(SampleMessages::concrete);
    }
    // What the NodesListManager tells itself stays in its process.
    return kind.isRecord() && isPublic(kind) && !ManagerMessage.class.isAssignableFrom(kind)
        ? Stream.of(kind)
        : Stream.empty();
  }

  private static boolean isPublic(Class<?> kind) {
    return Modifier.isPublic(kind.getModifiers())
        && (kind.getDeclaringClass() == null || isPublic(kind.getDeclaringClass()));
  }

  Object of(Class<?> kind) {
    try {
      return value(kind);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Cannot make a " + kind.getName(), e);
    }
  }

  private Object value(Type type) throws ReflectiveOperationException {
    if (type instanceof ParameterizedType generic) {
      return generic((Class<?>) generic.getRawType(), List.of(generic.getActualTypeArguments()));
    }
    Class<?> kind = (Class<?>) type;
    if (kind == NodeLifecycle.class) {
      return draining();
    } else if (kind == DrainTimeout.class) { // either held or limited
      return DrainTimeout.of((Duration) plain(Duration.class));
    } else if (kind.isRecord()) {
      return record(kind);
    } else if (kind.isEnum()) {
      return kind.getEnumConstants()[0];
    } else if (kind.isSealed()) {
      return value(kind.getPermittedSubclasses()[0]);
    }
    return plain(kind);
  }

  private static Object plain(Class<?> kind) {
    if (kind == String.class) {
      return "some-text";
    } else if (kind == long.class || kind == Long.class) {
      return 7L;
    } else if (kind == int.class || kind == Integer.class) {
      return 5;
    } else if (kind == boolean.class) {
      return true;
    } else if (kind == Instant.class) {
      return AT;
    } else if (kind == Duration.class) {
      return Duration.ofSeconds(90);
    }
    throw new IllegalStateException("Nobody knows a sample of " + kind);
  }

  private Object generic(Class<?> kind, List<Type> of) throws ReflectiveOperationException {
    if (kind == ActorRef.class) {
      return nobody;
    } else if (kind == Optional.class) {
      return Optional.of(value(of.get(0)));
    } else if (kind == List.class) {
      return List.of(value(of.get(0)));
    } else if (kind == Set.class) {
      return Set.of(value(of.get(0)));
    } else if (Set.class.isAssignableFrom(kind)) {
      return new TreeSet<>(Set.of(value(of.get(0))));
    } else if (kind == Map.class) {
      return Map.of(value(of.get(0)), value(of.get(1)));
    } else if (Map.class.isAssignableFrom(kind)) {
      return new TreeMap<>(Map.of(value(of.get(0)), value(of.get(1))));
    }
    throw new IllegalStateException("Nobody knows a sample of " + kind);
  }

  private Object record(Class<?> kind) throws ReflectiveOperationException {
    if (kind == NodeId.class) {
      return new NodeId("worker-1.example.org", 45454);
    }
    RecordComponent[] components = kind.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = valueOf(components[i]);
    }
    Constructor<?> constructor = kind.getDeclaredConstructor(types);
    return constructor.newInstance(values);
  }

  /** Rules of a record that a value of any kind would break. */
  private Object valueOf(RecordComponent component) throws ReflectiveOperationException {
    boolean removed = component.getName().equals("remove") && component.getType() != String.class;
    return removed ? new TreeSet<>(Set.of("other-host")) : value(component.getGenericType());
  }

  private NodeLifecycle draining() throws ReflectiveOperationException {
    return new NodeLifecycle(
        (NodeId) value(NodeId.class),
        NodeState.DECOMMISSIONING,
        Optional.of((Resource) value(Resource.class)),
        true,
        3,
        Optional.of((Drain) value(Drain.class)),
        false,
        17,
        List.of((DrainResult) value(DrainResult.class)),
        Optional.of((LastDrain) value(LastDrain.class)),
        Optional.of((RecordedProgress) value(RecordedProgress.class)));
  }

  /** A message with a node that drains, of which a view of all nodes is made. */
  NodeStateUpdate draining(int number) {
    NodeLifecycle one = ((NodeStateUpdate) of(NodeStateUpdate.class)).node();
    NodeStateUpdate publication = (NodeStateUpdate) of(NodeStateUpdate.class);
    return new NodeStateUpdate(
        publication.revision() + number,
        publication.update(),
        new NodeLifecycle(
            new NodeId("worker-%05d.rack-17.example.org".formatted(number), 45454),
            one.state(),
            one.capacity(),
            one.healthy(),
            one.lastEpoch(),
            one.drain()
                .map(
                    drain ->
                        new Drain(
                            drain.epoch(),
                            drain.startedAt(),
                            DrainTimeout.ofSeconds(3600 + number),
                            drain.timeoutSource(),
                            drain.askedBy(),
                            drain.retimedBy())),
            one.awaitsRegistration(),
            one.listVersion(),
            one.ends(),
            one.lastDrain(),
            one.progress()),
        publication.progress());
  }
}
