package ebb.simulator;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Real applications that together have containers on all nodes of a fleet. One thread is the
 * application master of all.
 */
public final class Applications implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Applications.class);
  private static final long PAUSE_MILLIS = 250;

  private final Fleet fleet;
  private final Configuration conf;
  private final YarnClient client;

  /** After this long without a call from its master, the ResourceManager expires an application. */
  private final Duration expiry;

  /**
   * When each application's master ended it, fell silent, or last got an answer before an outage.
   */
  private final Map<String, Instant> left = new ConcurrentHashMap<>();

  private final List<SimulatedApplication> running = new CopyOnWriteArrayList<>();
  private final Thread master = new Thread(this::beat, "simulated-masters");
  private volatile boolean stopped;

  private Applications(Fleet fleet, Configuration conf, YarnClient client) {
    this.fleet = fleet;
    this.conf = conf;
    this.client = client;
    expiry =
        Duration.ofMillis(
            conf.getLong(
                YarnConfiguration.RM_AM_EXPIRY_INTERVAL_MS,
                YarnConfiguration.DEFAULT_RM_AM_EXPIRY_INTERVAL_MS));
  }

  /**
   * Starts the applications. Their containers start as nodes send heartbeats.
   *
   * @param conf has the addresses for clients and masters
   * @param count number of applications, at least 1
   * @param containers their total number, of one gigabyte and one core each
   */
  public static Applications start(Fleet fleet, Configuration conf, int count, int containers)
      throws YarnException, IOException, InterruptedException {
    YarnClient client = YarnClient.createYarnClient();
    client.init(conf);
    client.start();
    Applications applications = new Applications(fleet, conf, client);
    try {
      for (int i = 0; i < count; i++) {
        applications.startAnother(share(containers, i, count));
      }
    } catch (YarnException | IOException | InterruptedException | RuntimeException e) {
      applications.close();
      throw e;
    }
    applications.master.setDaemon(true);
    applications.master.start();
    return applications;
  }

  private static int share(int containers, int index, int count) {
    return containers / count + (index < containers % count ? 1 : 0);
  }

  /** Asks for this many more, to replace containers that have ended. */
  public synchronized void ask(int containers) {
    for (int i = 0; i < running.size(); i++) {
      running.get(i).ask(share(containers, i, running.size()));
    }
  }

  /** Blocks until the application is activated. */
  public void startAnother(int containers) throws YarnException, IOException, InterruptedException {
    running.add(SimulatedApplication.start(client, conf, fleet, containers));
  }

  /** Ends the oldest running application, if there is any. */
  public void endOldest() {
    oldest().ifPresent(SimulatedApplication::end);
  }

  /** Lets the master of the oldest running application be silent for this long. */
  public void silenceOldest(Duration lasts) {
    oldest().ifPresent(application -> application.fallSilent(lasts));
  }

  private Optional<SimulatedApplication> oldest() {
    Optional<SimulatedApplication> oldest =
        running.stream().filter(SimulatedApplication::goesOn).findFirst();
    oldest.ifPresent(application -> left.put(application.id().toString(), Instant.now()));
    return oldest;
  }

  /**
   * Since when the ResourceManager may end an application: its master ended it, was silent, or
   * could not reach the ResourceManager until the application expired.
   */
  public Map<String, Instant> left() {
    return Map.copyOf(left);
  }

  /** Memory of each container. */
  public static int megabytes() {
    return (int) SimulatedApplication.size().getMemorySize();
  }

  private void beat() {
    try {
      while (!stopped) {
        synchronized (this) {
          for (SimulatedApplication application : running) {
            beat(application);
          }
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void beat(SimulatedApplication application) {
    boolean wentOn = application.goesOn();
    Instant answered = application.answered();
    try {
      application.beat();
    } catch (YarnException
        | IOException
        | RuntimeException e) { // the masters of the others continue
      LOG.warn("The ResourceManager did not answer {}: {}", application.id(), e.getMessage());
    }
    if (wentOn && !application.goesOn() && answered.plus(expiry).isBefore(Instant.now())) {
      left.putIfAbsent(application.id().toString(), answered);
    }
  }

  /** Containers that the scheduler has allocated on nodes of the fleet so far. */
  public synchronized int started() {
    return running.stream().mapToInt(SimulatedApplication::started).sum();
  }

  /** Containers whose end the ResourceManager has reported to their masters. */
  public synchronized int ended() {
    return running.stream().mapToInt(SimulatedApplication::ended).sum();
  }

  /** Ends all applications. Nodes learn it in their next heartbeats. */
  public synchronized void finish() throws YarnException, IOException, InterruptedException {
    for (SimulatedApplication application : running) {
      application.finish();
      application.close();
    }
    running.clear();
  }

  /** Stops all masters. The ResourceManager ends what still runs some time later. */
  @Override
  public void close() {
    stopped = true;
    master.interrupt();
    running.forEach(SimulatedApplication::close);
    client.stop();
  }
}
