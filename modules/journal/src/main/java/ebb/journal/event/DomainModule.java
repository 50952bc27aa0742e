package ebb.journal.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListSnapshot;
import ebb.domain.lists.OperatorExclude;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Provenance;
import ebb.domain.queue.KeptCapacity;
import ebb.domain.queue.Pace;
import ebb.domain.queue.QueuedDrain;
import ebb.domain.queue.QueuedHost;
import ebb.domain.work.RemainingWork;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Defines the JSON and CBOR forms of the domain's classes, which therefore need no annotations. The
 * forms are frozen, because events use them:
 *
 * <ul>
 *   <li>NodeId: the text {@code host:port}, as a value and as the key of a map;
 *   <li>DrainTimeout: the number of seconds, with a fraction only where there is one; -1 (any
 *       negative number when read) is infinite, and the text {@code held} is held;
 *   <li>NodeAction: an object with its name in {@code type}: {@code graceful-decommission}, {@code
 *       decommission}, {@code end-drain-of}, {@code change-timeout}, {@code shut-down} or {@code
 *       recommission};
 *   <li>an empty Optional in an event is left out; in the exclude list of HostLists, where the key
 *       matters, it is null;
 *   <li>a missing collection is read as an empty one;
 *   <li>everything else is in the form of Jackson's modules for Java 8: instants and durations as
 *       ISO-8601 text, records as objects with their components in order, enums by name.
 * </ul>
 *
 * <p>Requires Jdk8Module, JavaTimeModule and ParameterNamesModule, which are in Akka's list of
 * modules already.
 */
public final class DomainModule extends SimpleModule {
  private static final long serialVersionUID = 1L;

  public DomainModule() {
    super("ebb-domain");
    addSerializer(NodeId.class, ToStringSerializer.instance);
    addKeySerializer(NodeId.class, new NodeIdJson.KeyWriter());
    addDeserializer(NodeId.class, new NodeIdJson.Reader());
    addKeyDeserializer(NodeId.class, new NodeIdJson.KeyReader());
    addSerializer(DrainTimeout.class, new DrainTimeoutJson.Writer());
    addDeserializer(DrainTimeout.class, new DrainTimeoutJson.Reader());
    setMixInAnnotation(NodeAction.class, NamedActions.class);
    setMixInAnnotation(Resource.class, WithoutEmpty.class);
    setMixInAnnotation(Provenance.class, WithoutAbsent.class);
    setMixInAnnotation(Initiator.class, WithoutAbsent.class);
    setMixInAnnotation(NodeEvent.class, WithoutAbsent.class);
    setMixInAnnotation(RemainingWork.class, WithoutEmpty.class);
    setMixInAnnotation(NodesListEvent.class, WithoutAbsent.class);
    setMixInAnnotation(NodesListSnapshot.class, Snapshot.class);
    setMixInAnnotation(NodesListEvent.AddedExclude.class, WithoutAbsent.class);
    setMixInAnnotation(OperatorExclude.class, WithoutAbsent.class);
    setMixInAnnotation(QueuedHost.class, WithoutAbsent.class);
    setMixInAnnotation(Pace.class, WithoutAbsent.class);
    setMixInAnnotation(QueuedDrain.class, Waiting.class);
    setMixInAnnotation(KeptCapacity.class, WithoutAbsent.class);
  }

  @Override
  public void setupModule(SetupContext context) {
    super.setupModule(context);
    for (Class<?> collection :
        List.of(List.class, Set.class, SortedSet.class, Map.class, SortedMap.class)) {
      context
          .configOverride(collection)
          .setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));
    }
  }

  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(
        value = NodeAction.GracefulDecommission.class,
        name = "graceful-decommission"),
    @JsonSubTypes.Type(value = NodeAction.Decommission.class, name = "decommission"),
    @JsonSubTypes.Type(value = NodeAction.EndDrainOf.class, name = "end-drain-of"),
    @JsonSubTypes.Type(value = NodeAction.ChangeTimeout.class, name = "change-timeout"),
    @JsonSubTypes.Type(value = NodeAction.ShutDown.class, name = "shut-down"),
    @JsonSubTypes.Type(value = NodeAction.Recommission.class, name = "recommission")
  })
  private interface NamedActions {}

  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  private interface WithoutAbsent {}

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private interface WithoutEmpty {}

  /** Collections that were added later are left out when empty, like in releases without them. */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  @SuppressWarnings("UnusedMethod") // only for Jackson, which reads the annotations of a mix-in
  private interface Snapshot {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<NodesListSnapshot.OperationEntry> operations();

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<String> acceptedLists();

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<OperatorExclude> operatorExcludes();

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<QueuedDrain> queue();
  }

  @SuppressWarnings("UnusedMethod") // only for Jackson, as above
  private interface Waiting {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<QueuedHost> begun();
  }
}
