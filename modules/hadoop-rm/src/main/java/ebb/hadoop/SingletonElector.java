package ebb.hadoop;

import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import org.apache.hadoop.service.AbstractService;
import org.apache.hadoop.yarn.server.resourcemanager.EmbeddedElector;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the place of the elector that Hadoop expects with HA settings. There is nothing to elect:
 * the cluster singleton leads, and only on its instance is Hadoop's ResourceManager active.
 */
final class SingletonElector extends AbstractService implements EmbeddedElector {
  private static final Logger LOG = LoggerFactory.getLogger(SingletonElector.class);

  private final ActorSystem<?> system;

  SingletonElector(ActorSystem<?> system) {
    super(SingletonElector.class.getName());
    this.system = system;
  }

  /**
   * Hadoop can no longer be active, because its state store failed or was fenced. The instance
   * leaves the cluster, so that another one leads.
   */
  @Override
  public void rejoinElection() {
    leave(system, "its state store cannot be used");
  }

  /**
   * Shuts down this instance in an orderly way, without waiting for that. A supervisor may start it
   * again.
   */
  static void leave(ActorSystem<?> system, @Nullable String reason) {
    LOG.error("Hadoop's ResourceManager cannot stay active; this instance leaves: {}", reason);
    CoordinatedShutdown.get(system).runAll(CoordinatedShutdown.unknownReason());
  }

  @Override
  public String getZookeeperConnectionState() {
    return "ZooKeeper is not used";
  }
}
