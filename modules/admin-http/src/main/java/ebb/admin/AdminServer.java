package ebb.admin;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.headers.ProductVersion;
import akka.http.javadsl.model.headers.Server;
import akka.http.javadsl.settings.ServerSettings;
import ebb.admin.access.AdminSettings;
import ebb.admin.access.Authentication;
import ebb.admin.access.HadoopSecurity;
import ebb.admin.access.Tls;
import ebb.admin.http.Blocking;
import ebb.admin.http.Connections;
import ebb.admin.http.HttpListener;
import ebb.admin.http.UnreadableRequests;
import ebb.admin.instances.Instances;
import ebb.admin.instances.Readiness;
import ebb.admin.routes.InstanceMetrics;
import ebb.admin.routes.LeaderClient;
import ebb.admin.routes.NodeHistory;
import ebb.admin.webhooks.WebhookJson;
import ebb.nodeslist.protocol.LeaderCommand;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.jdk.javaapi.DurationConverters;

/** The admin API over HTTP. It holds no state of its own. */
public final class AdminServer {
  /**
   * The limit of Hadoop's web servers: a ticket of Active Directory lists all groups of its user.
   */
  private static final int LONGEST_TICKET = 64 * 1024;

  /**
   * Longest head of a request, in bytes, where no Kerberos ticket is accepted. A single header may
   * take half of it.
   */
  private static final int LONGEST_HEAD = 16 * 1024;

  private static final int LONGEST_HEAD_WITH_TICKET = LONGEST_TICKET + 32 * 1024;
  private static final int MOST_HEADERS = 32;

  /**
   * How many callers are looked up in parallel. The lookups have threads of their own: if a
   * directory does not answer a lookup of groups, only other callers that use Kerberos wait.
   */
  private static final int NEGOTIATIONS = 4;

  private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);

  private AdminServer() {}

  /**
   * Opens the port; CoordinatedShutdown closes it again.
   *
   * @param security the security of the cluster's Hadoop
   * @param leader the cluster singleton, or a proxy for it
   * @param instances the instances of the cluster, including this one
   * @param webhooks how far they are; may block
   * @param readiness called by each readiness request; must not block
   * @param clock wall clock of all instances
   * @return the address it listens on; fails with an {@link IllegalStateException} with a one-line
   *     message if the port cannot be opened
   */
  public static CompletionStage<InetSocketAddress> start(
      ActorSystem<?> system,
      AdminSettings settings,
      HadoopSecurity security,
      ActorRef<LeaderCommand> leader,
      NodeHistory history,
      Instances instances,
      Supplier<List<WebhookJson>> webhooks,
      Supplier<Readiness> readiness,
      InstanceMetrics metrics,
      Clock clock) {
    settings.requireCallersToBeKnown(security.negotiation().isPresent());
    LeaderClient client = new LeaderClient(system, leader, settings);
    Authentication authentication =
        Authentication.of(settings, security, Blocking.executor(system), negotiations());
    if (authentication.isReadOnly()) {
      LOG.warn(Authentication.READ_ONLY);
    }
    AdminRoutes routes =
        AdminRoutes.of(
            system,
            settings,
            authentication,
            client,
            history,
            instances,
            webhooks,
            readiness,
            metrics,
            clock);
    return new HttpListener(
            system,
            serverSettings(system, settings, security),
            new Connections(
                settings.maxConnections(),
                settings.longestAnswer().plus(AdminSettings.MARGIN),
                security.negotiation().isPresent() ? LONGEST_HEAD_WITH_TICKET : LONGEST_HEAD,
                System::nanoTime),
            transport(system, settings),
            routes.route().handler(system))
        .bind(new InetSocketAddress(settings.host(), settings.port()))
        .exceptionally(
            failure -> {
              throw new IllegalStateException(cannotOpen(settings, failure), failure);
            });
  }

  private static Supplier<CompletionStage<HttpListener.Transport>> transport(
      ActorSystem<?> system, AdminSettings settings) {
    if (settings.tls().isEmpty()) {
      CompletionStage<HttpListener.Transport> plain =
          CompletableFuture.completedFuture(HttpListener.Transport.PLAIN);
      return () -> plain;
    }
    Tls tls = Tls.of(settings.tls().get(), Blocking.executor(system));
    return tls::transport;
  }

  private static Executor negotiations() {
    var threads =
        new ThreadPoolExecutor(
            NEGOTIATIONS,
            NEGOTIATIONS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, "admin-api-kerberos");
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  private static String cannotOpen(AdminSettings settings, Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return "The admin API cannot open "
        + settings.host().getHostAddress()
        + ":"
        + settings.port()
        + " ("
        + (cause == null ? failure : cause).getMessage()
        + "); free the port or set another "
        + AdminSettings.PATH
        + ".port";
  }

  private static ServerSettings serverSettings(
      ActorSystem<?> system, AdminSettings settings, HadoopSecurity security) {
    ServerSettings defaults = ServerSettings.create(system.classicSystem());
    int longestHeader =
        security.negotiation().isPresent()
            ? LONGEST_TICKET
            : defaults.getParserSettings().getMaxHeaderValueLength();
    return defaults
        .withServerHeader(Optional.of(Server.create(ProductVersion.create("ebb", ""))))
        .withParsingErrorHandler(UnreadableRequests.class.getName())
        .withParserSettings(
            defaults
                .getParserSettings()
                .withIncludeSslSessionAttribute(true)
                .withMaxHeaderValueLength(longestHeader)
                .withMaxHeaderCount(MOST_HEADERS)
                // These warnings quote the header, which may be a token.
                .withIllegalHeaderWarnings(false))
        .withTimeouts(
            defaults
                .getTimeouts()
                .withRequestTimeout(DurationConverters.toScala(settings.longestAnswer())));
  }
}
