package ebb.differential.stock;

import ebb.differential.script.Observation;
import ebb.differential.script.Script;
import ebb.differential.script.Step;
import ebb.differential.script.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.UnRegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.NodesListManagerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.NodesListManagerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextAccess;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceTrackerService;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeResourceUpdateEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeSignalContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.security.NMTokenSecretManagerInRM;
import org.apache.hadoop.yarn.server.resourcemanager.security.RMContainerTokenSecretManager;
import org.apache.hadoop.yarn.util.Records;

/**
 * A cluster with a real RMContext. Its node lifecycle is stock's or Ebb's; its scheduler,
 * applications and NodeManagers are simulated, and the same on both sides.
 */
public abstract class HadoopSide implements AutoCloseable {
  /** Interval in milliseconds at which both sides check for expiry. */
  private static final int SECOND = 1000;

  protected static final int EXPIRY_MS = 30_000;
  protected static final int POLL_SECONDS = 20;

  /** Parsing Hadoop's default files takes longer than a whole script. */
  private static final Configuration DEFAULTS = new YarnConfiguration();

  static {
    DEFAULTS.setInt(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, EXPIRY_MS);
    DEFAULTS.setInt(YarnConfiguration.RM_DECOMMISSIONING_NODES_WATCHER_POLL_INTERVAL, POLL_SECONDS);
  }

  protected static final NMTokenSecretManagerInRM NODE_TOKENS =
      new NMTokenSecretManagerInRM(DEFAULTS);
  protected static final RMContainerTokenSecretManager CONTAINER_TOKENS =
      new RMContainerTokenSecretManager(DEFAULTS);

  static {
    NODE_TOKENS.rollMasterKey();
    CONTAINER_TOKENS.rollMasterKey();
  }

  protected final RecordingDispatcher dispatcher = new RecordingDispatcher();
  public final RMContextImpl context;
  protected final Configuration conf;
  protected final Path folder;
  protected final Script script;

  private final SimulatedApplications applications = new SimulatedApplications(dispatcher);
  private final SimulatedScheduler scheduler = new SimulatedScheduler(dispatcher, applications);
  private final List<NodeManager> nodeManagers = new ArrayList<>();
  private int stepNumber;
  private final Map<NodeId, List<String>> news = new HashMap<>();
  private final AnswerNotes answers = new AnswerNotes();
  private String refreshed = "";
  private long now = 1_000_000;

  /** Timers due within this time fire together, which has to be the same on both sides. */
  private int grain = SECOND;

  /**
   * @param folder for the lists and yarn-site.xml of this side
   */
  protected HadoopSide(Script script, Path folder) {
    this.script = script;
    this.folder = folder;
    ClusterMetrics.destroy();
    script.first().writeTo(folder);
    conf = new Configuration(DEFAULTS);
    site(folder).forEach(each -> conf.set(each.getKey(), each.getValue()));
    context =
        RMContextAccess.make(dispatcher, scheduler.asHadoops(), CONTAINER_TOKENS, NODE_TOKENS);
    dispatcher.register(SchedulerEventType.class, scheduler);
    dispatcher.register(RMAppEventType.class, applications);
    dispatcher.register(RMNodeEventType.class, new ResourceManager.NodeEventDispatcher(context));
    dispatcher.register(
        NodesListManagerEventType.class, event -> hear((NodesListManagerEvent) event));
    for (int i = 1; i <= script.applications(); i++) {
      applications.begin(i, context.getRMApps());
    }
    for (NodeId each : script.nodes()) {
      nodeManagers.add(new NodeManager(each, nodeManagers.size()));
    }
  }

  /** yarn-site.xml alone, as AdminService reads it for a refresh. */
  protected static Configuration site(Path folder) {
    Configuration site = new Configuration(false);
    site.addResource(new org.apache.hadoop.fs.Path(folder.resolve("yarn-site.xml").toUri()));
    return site;
  }

  // ---- what is stock's or Ebb's ----

  protected abstract ResourceTrackerService tracker();

  protected abstract RegisterNodeManagerResponse register(RegisterNodeManagerRequest request)
      throws YarnException, IOException;

  protected abstract void refresh(Step.Refresh refresh) throws YarnException, IOException;

  /**
   * Runs what happens by itself when time has passed.
   *
   * @param millis up to one second
   * @param onTheSecond when both sides check for expiry
   */
  protected abstract void timePassed(int millis, boolean onTheSecond);

  /** Runs until nothing is left to do. */
  protected abstract void runUntilIdle();

  @Override
  public abstract void close();

  /**
   * @param millis part of a second that passes before everything due is done
   */
  public final void passInPartsOf(int millis) {
    grain = millis;
  }

  protected final long now() {
    return now;
  }

  // ---- the script ----

  /** Runs the script from the start. */
  public final Trace run() {
    List<Observation> observations = new ArrayList<>();
    runUntilIdle();
    pass(5 * SECOND);
    observations.add(observe());
    for (Step step : script.steps()) {
      stepNumber++;
      perform(step);
      observations.add(observe());
    }
    return new Trace(script.seed(), observations);
  }

  /** Runs one more step, until nothing is left to do. */
  public final void perform(Step step) {
    try {
      begin(step);
    } catch (YarnException | IOException e) {
      throw new IllegalStateException("seed " + script.seed() + ", " + step, e);
    }
    runUntilIdle();
  }

  private void begin(Step step) throws YarnException, IOException {
    if (step instanceof Step.Start start) {
      NodeManager manager = nodeManagers.get(start.node());
      manager.start(start);
      register(manager);
    } else if (step instanceof Step.Beat beat) {
      NodeManager manager = nodeManagers.get(beat.node());
      if (manager.isAlive()) {
        manager.work(beat.work(), scheduler.placedOn(manager.id()), stepNumber);
        manager.feel(beat.health());
        beat(manager, 0, beat.keepAlive());
      }
      pass(SECOND);
    } else if (step instanceof Step.BeatAll all) {
      for (NodeManager manager : nodeManagers) {
        if (manager.isAlive()) {
          manager.work(all.work(), scheduler.placedOn(manager.id()), stepNumber);
          beat(manager, 0, false);
        }
      }
      pass(SECOND);
    } else if (step instanceof Step.WrongBeat wrong) {
      NodeManager manager = nodeManagers.get(wrong.node());
      boolean canRepeat = wrong.mistake() != Step.Mistake.DUPLICATE || manager.hasBeaten();
      if (manager.isAlive() && canRepeat) {
        int by =
            switch (wrong.mistake()) {
              case DUPLICATE -> -1;
              case BEHIND -> -2;
              case AHEAD -> 3;
            };
        beat(manager, by, false);
      }
    } else if (step instanceof Step.Die die) {
      nodeManagers.get(die.node()).die();
    } else if (step instanceof Step.Unregister leave) {
      NodeManager manager = nodeManagers.get(leave.node());
      if (manager.isAlive()) {
        manager.die();
        UnRegisterNodeManagerRequest goodbye =
            Records.newRecord(UnRegisterNodeManagerRequest.class);
        goodbye.setNodeId(manager.id());
        tracker().unRegisterNodeManager(goodbye);
      }
    } else if (step instanceof Step.Place place) {
      scheduler.place(
          script.nodes().get(place.node()),
          SimulatedApplications.container(1 + place.application(), place.number()),
          place.master());
    } else if (step instanceof Step.Kill kill) {
      scheduler.kill(script.nodes().get(kill.node()));
    } else if (step instanceof Step.Pull pull) {
      applications.pull(1 + pull.application());
    } else if (step instanceof Step.EndApplication end) {
      applications.end(1 + end.application(), scheduler);
    } else if (step instanceof Step.Resize resize) {
      resize(script.nodes().get(resize.node()), resize);
    } else if (step instanceof Step.Signal signal) {
      signal(script.nodes().get(signal.node()));
    } else if (step instanceof Step.Write write) {
      write.lists().writeTo(folder);
    } else if (step instanceof Step.Refresh refresh) {
      try {
        refresh(refresh);
        refreshed = "accepted";
      } catch (YarnException | IOException | RuntimeException e) {
        refreshed = "refused";
      }
    } else if (step instanceof Step.Pass time) {
      pass(time.millis());
    }
  }

  /** As AdminService does. */
  private void resize(NodeId id, Step.Resize step) {
    if (context.getRMNodes().containsKey(id)) {
      Resource size = Resource.newInstance(1024L * step.gigabytes(), step.gigabytes());
      dispatcher
          .getEventHandler()
          .handle(
              new RMNodeResourceUpdateEvent(
                  id,
                  administratorsSize(ResourceOption.newInstance(size, step.overcommitTimeout()))));
    }
  }

  /** As this side's AdminService passes it on. */
  protected ResourceOption administratorsSize(ResourceOption size) {
    return size;
  }

  /** As ClientRMService does. */
  private void signal(NodeId id) {
    scheduler.placedOn(id).stream()
        .findFirst()
        .ifPresent(
            placed ->
                dispatcher
                    .getEventHandler()
                    .handle(
                        new RMNodeSignalContainerEvent(
                            id,
                            org.apache.hadoop.yarn.api.protocolrecords.SignalContainerRequest
                                .newInstance(
                                    placed.id(),
                                    org.apache.hadoop.yarn.api.records.SignalContainerCommand
                                        .OUTPUT_THREAD_DUMP))));
  }

  private void pass(int millis) {
    runUntilIdle();
    long end = now + millis;
    while (now < end) {
      int part = (int) Math.min(end - now, grain - now % grain);
      now += part;
      timePassed(part, now % SECOND == 0);
      runUntilIdle();
    }
  }

  private void register(NodeManager manager) throws YarnException, IOException {
    RegisterNodeManagerResponse answer = register(manager.registration());
    answers.note(manager, answer);
    manager.handle(answer);
    runUntilIdle();
  }

  private void beat(NodeManager manager, int wrongBy, boolean keepAlive)
      throws YarnException, IOException {
    NodeHeartbeatRequest request = manager.heartbeat(wrongBy, keepAlive);
    NodeHeartbeatResponse answer;
    try {
      answer = tracker().nodeHeartbeat(request);
    } catch (RuntimeException e) {
      answers.failed(manager, e);
      runUntilIdle();
      return;
    }
    answers.note(manager, answer);
    boolean mustRegister = manager.handle(answer);
    runUntilIdle();
    if (mustRegister) {
      register(manager);
    }
  }

  // ---- what is seen ----

  private void hear(NodesListManagerEvent event) {
    news.computeIfAbsent(event.getNode().getNodeID(), absent -> new ArrayList<>())
        .add(event.getType().toString());
  }

  private Observation observe() {
    SortedMap<String, SortedMap<String, String>> nodes = new TreeMap<>();
    for (NodeManager manager : nodeManagers) {
      SortedMap<String, String> fields = describe(manager.id());
      fields.put("nm", manager.describe());
      fields.put("nmSize", manager.size());
      fields.put("reported", manager.takeReported());
      nodes.put(manager.id().toString(), fields);
    }
    for (NodeId each : context.getInactiveRMNodes().keySet()) {
      nodes.computeIfAbsent(each.toString(), absent -> describe(each));
    }
    for (NodeId each : context.getRMNodes().keySet()) {
      nodes.computeIfAbsent(each.toString(), absent -> describe(each));
    }
    SortedMap<String, String> cluster = Observation.gauges();
    cluster.put("refresh", refreshed);
    cluster.put("now", Long.toString(now));
    refreshed = "";
    answers.clear();
    news.clear();
    return new Observation(cluster, nodes);
  }

  private SortedMap<String, String> describe(NodeId id) {
    SortedMap<String, String> fields = new TreeMap<>();
    RMNode active = context.getRMNodes().get(id);
    RMNode inactive = context.getInactiveRMNodes().get(id);
    RMNode node = active == null ? inactive : active;
    fields.put("where", (active == null ? "" : "active") + (inactive == null ? "" : "inactive"));
    fields.put("state", node == null ? "none" : node.getState().toString());
    fields.put("scheduler", scheduler.describe(id).orElse("none"));
    fields.put("events", String.join("; ", scheduler.takeTold(id)));
    fields.put("news", String.join("; ", news.getOrDefault(id, List.of())));
    fields.put("answers", String.join("; ", answers.of(id)));
    if (node != null) {
      Integer timeout = node.getDecommissioningTimeout();
      fields.put("size", Text.of(node.getTotalCapability()));
      fields.put("timeout", timeout == null || timeout < 0 ? "-" : timeout.toString());
      fields.put("applications", Text.set(node.getRunningApps()));
      fields.put("applicationsListed", Text.applications(node.getRunningApps()));
      // For a host without a node it would be the time at which the host was first shown.
      String time = id.getPort() < 0 ? "" : " " + node.getLastHealthReportTime();
      fields.put("health", node.getHealthReport() + time);
      fields.put("http", node.getHttpAddress());
      fields.put("version", String.valueOf(node.getNodeManagerVersion()));
      fields.put("cleanApplications", Text.set(node.getAppsToCleanup()));
      fields.put("cleanContainers", Text.sortedIds(node.getContainersToCleanUp()));
      fields.put(
          "responseId", Integer.toString(node.getLastNodeHeartBeatResponse().getResponseId()));
      fields.put("rack", String.valueOf(node.getRackName()));
    }
    return fields;
  }
}
