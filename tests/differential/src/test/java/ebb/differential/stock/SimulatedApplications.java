package ebb.differential.stock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppRunningOnNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeCleanAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeFinishedContainersPulledByAMEvent;

/** The part of Hadoop's RMAppImpl and RMAppAttemptImpl that concerns nodes. */
public final class SimulatedApplications implements EventHandler<RMAppEvent> {
  private final RecordingDispatcher dispatcher;
  private final Map<ApplicationId, Application> applications = new HashMap<>();

  private static final class Application {
    boolean ended;
    final Set<NodeId> ranOn = new TreeSet<>();
    final SortedMap<NodeId, List<ContainerId>> justFinished = new TreeMap<>();
  }

  public SimulatedApplications(RecordingDispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  static ApplicationId id(int number) {
    return ApplicationId.newInstance(1, number);
  }

  public static ContainerId container(int application, long number) {
    return ContainerId.newContainerId(ApplicationAttemptId.newInstance(id(application), 1), number);
  }

  public void begin(int number, Map<ApplicationId, RMApp> known) {
    ApplicationId id = id(number);
    applications.put(id, new Application());
    known.put(
        id,
        Stubs.of(
            RMApp.class,
            Map.of(
                "getApplicationId", arguments -> id,
                "isAppFinalStateStored", arguments -> !isAlive(id),
                "handle", arguments -> null)));
  }

  boolean isAlive(ApplicationId id) {
    Application application = applications.get(id);
    return application != null && !application.ended;
  }

  void finished(NodeId node, ContainerId container) {
    Application application = applications.get(SimulatedScheduler.applicationOf(container));
    if (application != null) {
      application.justFinished.computeIfAbsent(node, absent -> new ArrayList<>()).add(container);
    }
  }

  /** The application master learns of its ended containers, and the nodes may forget them. */
  public void pull(int number) {
    Application application = applications.get(id(number));
    if (application != null && !application.ended) {
      application.justFinished.forEach(
          (node, containers) ->
              dispatcher
                  .getEventHandler()
                  .handle(new RMNodeFinishedContainersPulledByAMEvent(node, containers)));
      application.justFinished.clear();
    }
  }

  public void end(int number, SimulatedScheduler scheduler) {
    Application application = applications.get(id(number));
    if (application != null && !application.ended) {
      application.ended = true;
      scheduler.killAllOf(id(number));
      application.ranOn.forEach(node -> cleanUp(node, id(number)));
    }
  }

  private void cleanUp(NodeId node, ApplicationId id) {
    dispatcher.getEventHandler().handle(new RMNodeCleanAppEvent(node, id));
  }

  @Override
  public void handle(RMAppEvent event) {
    Application application = applications.get(event.getApplicationId());
    if (application != null && event instanceof RMAppRunningOnNodeEvent ran) {
      if (application.ended) {
        cleanUp(ran.getNodeId(), event.getApplicationId());
      } else {
        application.ranOn.add(ran.getNodeId());
      }
    }
  }
}
