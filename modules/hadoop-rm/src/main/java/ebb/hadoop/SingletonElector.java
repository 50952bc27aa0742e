package ebb.hadoop;

import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import org.apache.hadoop.service.AbstractService;
import org.apache.hadoop.yarn.server.resourcemanager.EmbeddedElector;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands where Hadoop expects an elector when HA is configured. There is nothing to elect: the
 * cluster singleton leads, and Hadoop's ResourceManager runs on the instance that holds it only.
 */
final class SingletonElector extends AbstractService implements EmbeddedElector {
  private static final Logger LOG = LoggerFactory.getLogger(SingletonElector.class);

  private final ActorSystem<?> system;

  SingletonElector(ActorSystem<?> system) {
    super(SingletonElector.class.getName());
    this.system = system;
  }

  /**
   * Hadoop gave up being active, because its state store failed or belongs to somebody else. The
   * instance leaves the cluster, so that another one leads.
   */
  @Override
  public void rejoinElection() {
    leave(system, "its state store cannot be used");
  }

  /** Ends this instance in order, without waiting for it; a supervisor may start it again. */
  static void leave(ActorSystem<?> system, @Nullable String reason) {
    LOG.error("Hadoop's ResourceManager cannot stay active; this instance leaves: {}", reason);
    CoordinatedShutdown.get(system).runAll(CoordinatedShutdown.unknownReason());
  }

  @Override
  public String getZookeeperConnectionState() {
    return "ZooKeeper is not used";
  }
}
