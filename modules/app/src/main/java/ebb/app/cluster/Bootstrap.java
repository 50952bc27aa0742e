package ebb.app.cluster;

import akka.actor.ActorSystem;
import akka.management.cluster.bootstrap.ClusterBootstrap;
import akka.management.javadsl.AkkaManagement;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets instances whose addresses are not known in advance find each other with Akka's Cluster
 * Bootstrap. It joins an existing cluster and founds none: the database decides which instance
 * founds one.
 *
 * @param method the method of Akka Discovery that looks up contact points
 * @param service the name that is looked up
 * @param instances number of instances in the cluster, two or more
 * @param port of this instance's contact point and health checks
 */
public record Bootstrap(String method, String service, int instances, int port) {
  private static final Logger LOG = LoggerFactory.getLogger(Bootstrap.class);
  private static final String PATH = ClusterSettings.PATH + ".bootstrap";
  private static final int MAX_PORT = 65_535;
  private static final int MOST_BYTES_PARSED_AT_ONCE = 4096;
  private static final String MANAGEMENT = "akka.management.";
  private static final String DISCOVERY = MANAGEMENT + "cluster.bootstrap.contact-point-discovery.";

  /** The name of the port in the manifests, which Kubernetes reports. */
  public static final String PORT_NAME = "management";

  /**
   * @return empty if no method is configured
   * @throws IllegalArgumentException in one line that names the key, if a value is not allowed
   */
  static Optional<Bootstrap> from(Config bootstrap) {
    String method = bootstrap.getString("method").strip();
    if (method.isEmpty()) {
      return Optional.empty();
    }
    String service = bootstrap.getString("service").strip();
    if (service.isEmpty()) {
      throw new IllegalArgumentException(
          PATH + ".service is empty; allowed is the name under which instances are looked up");
    }
    int instances = bootstrap.getInt("instances");
    if (instances < 2) {
      throw new IllegalArgumentException(
          PATH + ".instances = " + instances + " is not allowed; allowed is 2 or more");
    }
    int port = bootstrap.getInt("port");
    if (port < 1 || port > MAX_PORT) {
      throw new IllegalArgumentException(
          PATH + ".port = " + port + " is not allowed; allowed is 1 to " + MAX_PORT);
    }
    return Optional.of(new Bootstrap(method, service, instances, port));
  }

  /**
   * The configuration for Akka.
   *
   * @param host of this instance
   */
  Config akka(String host) {
    return ConfigFactory.parseMap(
        Map.of(
            MANAGEMENT + "http.hostname",
            host,
            MANAGEMENT + "http.port",
            port,
            MANAGEMENT + "cluster.bootstrap.new-cluster-enabled",
            false,
            DISCOVERY + "discovery-method",
            method,
            DISCOVERY + "service-name",
            service,
            DISCOVERY + "port-name",
            PORT_NAME,
            MANAGEMENT + "health-checks.readiness-checks.member",
            ReadinessCheck.class.getName(),
            // A name that only Kubernetes' own name server knows would be of no use here.
            "akka.discovery.kubernetes-api.use-raw-ip",
            true,
            // Akka HTTP parses all requests of one read recursively. Some thousands of the smallest
            // requests overflow the stack, which ends the process.
            "akka.io.tcp.max-received-message-size",
            MOST_BYTES_PARSED_AT_ONCE));
  }

  /** Opens the port, and joins as soon as a cluster is found. */
  static void start(ActorSystem system) {
    AkkaManagement.get(system)
        .start()
        .whenCompleteAsync(
            (uri, failure) -> {
              if (failure == null) {
                ClusterBootstrap.get(system).start();
              } else {
                // The others still find this instance without its contact point once it is a
                // member.
                LOG.error(
                    "Other instances cannot find this one; its bootstrap port cannot be used",
                    failure);
              }
            },
            system.dispatcher());
  }
}
