package ebb.admin;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.http.javadsl.Http;
import akka.http.javadsl.ServerBinding;
import akka.http.javadsl.ServerBuilder;
import akka.http.javadsl.model.headers.ProductVersion;
import akka.http.javadsl.model.headers.Server;
import akka.http.javadsl.settings.ServerSettings;
import ebb.nodeslist.LeaderCommand;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
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

/** The admin API over HTTP; holds no state of its own. */
public final class AdminServer {
  /** Requests that are being answered at a shutdown get this long. */
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(3);

  /** By which our own answer to a slow leader comes before Akka HTTP's. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  /** As Hadoop's web servers have it: a ticket of Active Directory names all groups of its user. */
  private static final int LONGEST_TICKET = 64 * 1024;

  /**
   * So many callers are looked up at a time. They have threads of their own: where groups are not
   * found, because a directory does not answer, others who use Kerberos wait, and nobody else.
   */
  private static final int NEGOTIATIONS = 4;

  private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);

  private AdminServer() {}

  /**
   * Opens the port; CoordinatedShutdown closes it again.
   *
   * @param security of the cluster's Hadoop
   * @param leader the cluster singleton, or a proxy for it
   * @param instances of the cluster, this one among them
   * @param readiness asked by each readiness request; must not block
   * @param clock wall clock of all instances
   * @return the binding, whose local address has the real port; fails with an {@link
   *     IllegalStateException} in one line if the port cannot be opened
   */
  public static CompletionStage<ServerBinding> start(
      ActorSystem<?> system,
      AdminSettings settings,
      HadoopSecurity security,
      ActorRef<LeaderCommand> leader,
      NodeHistory history,
      Instances instances,
      Supplier<Readiness> readiness,
      Clock clock) {
    settings.requireCallersToBeKnown(security.negotiation().isPresent());
    LeaderClient client = new LeaderClient(system, leader, settings);
    Authentication authentication = Authentication.of(settings, security, negotiations());
    if (authentication.isReadOnly()) {
      LOG.warn(Authentication.READ_ONLY);
    }
    AdminRoutes routes =
        AdminRoutes.of(
            system, settings, authentication, client, history, instances, readiness, clock);
    ServerBuilder server =
        Http.get(system)
            .newServerAt(settings.host().getHostAddress(), settings.port())
            .withSettings(serverSettings(system, settings, security));
    return settings
        .tls()
        .map(tls -> server.enableHttps(Tls.of(tls)))
        .orElse(server)
        .bind(routes.route())
        .handleAsync(
            (binding, failure) -> {
              if (failure != null) {
                throw new IllegalStateException(cannotOpen(settings, failure), failure);
              }
              return binding.addToCoordinatedShutdown(LAST_ANSWERS, system);
            },
            system.executionContext());
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
    Duration longest = Collections.max(List.of(settings.askTimeout(), settings.refreshTimeout()));
    ServerSettings.Timeouts timeouts =
        defaults
            .getTimeouts()
            .withRequestTimeout(DurationConverters.toScala(longest.plus(MARGIN)))
            // Nothing is sent while a request waits.
            .withIdleTimeout(DurationConverters.toScala(longest.plus(MARGIN).plus(MARGIN)));
    return defaults
        .withServerHeader(Optional.of(Server.create(ProductVersion.create("ebb", ""))))
        .withRemoteAddressAttribute(true)
        .withParsingErrorHandler(UnreadableRequests.class.getName())
        .withParserSettings(
            defaults
                .getParserSettings()
                .withIncludeSslSessionAttribute(true)
                .withMaxHeaderValueLength(longestHeader)
                // They quote the header, which may be a token.
                .withIllegalHeaderWarnings(false))
        .withTimeouts(timeouts);
  }
}
