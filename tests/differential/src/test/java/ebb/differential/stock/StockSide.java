package ebb.differential.stock;

import ebb.differential.script.Script;
import ebb.differential.script.Step;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Timer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.resourcemanager.DecommissioningNodesWatcher;
import org.apache.hadoop.yarn.server.resourcemanager.NMLivelinessMonitor;
import org.apache.hadoop.yarn.server.resourcemanager.NodesListManager;
import org.apache.hadoop.yarn.server.resourcemanager.NodesListManagerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManagerAccess;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceTrackerService;
import org.apache.hadoop.yarn.util.AbstractLivelinessMonitor;
import org.apache.hadoop.yarn.util.MonotonicClock;

/**
 * Hadoop's own RMNodeImpl, NodesListManager, HostsFileReader, ResourceTrackerService,
 * DecommissioningNodesWatcher and NMLivelinessMonitor, with a manual clock and without threads.
 */
final class StockSide extends HadoopSide {
  private final NodesListManager lists;
  private final ResourceTrackerService tracker;
  private final Runnable poll;
  private final Runnable pingChecker;
  private final HandClock clock = new HandClock();
  private long nextPoll;

  /** Stock's clocks can only be replaced by their type. */
  private final class HandClock extends MonotonicClock {
    private boolean endsTheLoop;

    @Override
    public long getTime() {
      if (endsTheLoop) {
        // The monitor checks once, goes to sleep, and is woken in order to end.
        endsTheLoop = false;
        Thread.currentThread().interrupt();
      }
      return now();
    }
  }

  StockSide(Script script, Path folder) {
    super(script, folder);
    NMLivelinessMonitor heartbeatMonitor = new NMLivelinessMonitor(dispatcher);
    heartbeatMonitor.init(conf);
    set(AbstractLivelinessMonitor.class, "clock", heartbeatMonitor, clock);
    lists = new NodesListManager(context);
    ResourceManagerAccess.setNodesListManager(context, lists);
    lists.init(conf);
    ((Timer) get(NodesListManager.class, "removalTimer", lists)).cancel();
    tracker =
        new ResourceTrackerService(context, lists, heartbeatMonitor, CONTAINER_TOKENS, NODE_TOKENS);
    tracker.init(conf);
    Object watcher = get(ResourceTrackerService.class, "decommissioningWatcher", tracker);
    ((Timer) get(DecommissioningNodesWatcher.class, "pollTimer", watcher)).cancel();
    set(DecommissioningNodesWatcher.class, "mclock", watcher, clock);
    poll = (Runnable) inner(watcher, "PollTimerTask", RMContext.class, context);
    pingChecker = (Runnable) inner(heartbeatMonitor);
    dispatcher.register(NodesListManagerEventType.class, lists);
    nextPoll = now() + 1000L * POLL_SECONDS;
  }

  @Override
  protected ResourceTrackerService tracker() {
    return tracker;
  }

  @Override
  protected RegisterNodeManagerResponse register(RegisterNodeManagerRequest request)
      throws YarnException, IOException {
    return tracker.registerNodeManager(request);
  }

  /** As AdminService does. */
  @Override
  protected void refresh(Step.Refresh refresh) throws YarnException, IOException {
    Configuration site = site(folder);
    switch (refresh.type()) {
      case NORMAL -> lists.refreshNodes(site);
      case GRACEFUL ->
          lists.refreshNodesGracefully(
              site,
              refresh.timeoutSeconds().isPresent() ? refresh.timeoutSeconds().getAsInt() : null);
      case FORCEFUL -> lists.refreshNodesForcefully();
    }
  }

  @Override
  protected void timePassed(int millis, boolean onTheSecond) {
    if (!onTheSecond) {
      return;
    }
    clock.endsTheLoop = true;
    pingChecker.run();
    if (!Thread.interrupted() && clock.endsTheLoop) {
      throw new IllegalStateException("the monitor did not look");
    }
    if (now() >= nextPoll) {
      nextPoll += 1000L * POLL_SECONDS;
      poll.run();
    }
  }

  @Override
  protected void runUntilIdle() {
    while (dispatcher.deliver()) {}
  }

  @Override
  public void close() {}

  // ---- ways in ----

  private static Object get(Class<?> type, String name, Object of) {
    try {
      return field(type, name).get(of);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void set(Class<?> type, String name, Object of, Object value) {
    try {
      field(type, name).set(of, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Field field(Class<?> type, String name) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object inner(Object outer, String name, Class<?> parameter, Object argument) {
    try {
      Constructor<?> constructor =
          Class.forName(outer.getClass().getName() + "$" + name)
              .getDeclaredConstructor(outer.getClass(), parameter);
      constructor.setAccessible(true);
      return constructor.newInstance(outer, argument);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object inner(NMLivelinessMonitor outer) {
    try {
      Constructor<?> constructor =
          Class.forName(AbstractLivelinessMonitor.class.getName() + "$PingChecker")
              .getDeclaredConstructor(AbstractLivelinessMonitor.class);
      constructor.setAccessible(true);
      return constructor.newInstance(outer);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
