package ebb.app;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import ebb.admin.AdminServer;
import ebb.admin.access.AdminSettings;
import ebb.admin.access.HadoopSecurity;
import ebb.admin.instances.InstanceView;
import ebb.admin.instances.Instances;
import ebb.admin.instances.LeaveAnswer;
import ebb.admin.instances.LeaveOrder;
import ebb.admin.instances.Readiness;
import ebb.admin.routes.InstanceMetrics;
import ebb.admin.webhooks.WebhookJson;
import ebb.app.instance.JournalHistory;
import ebb.journal.JournalDatabase;
import ebb.nodeslist.protocol.LeaderCommand;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The real admin API on a free loopback port, in front of a leader and a journal of a test's. */
public final class TestAdminServer {
  private TestAdminServer() {}

  /**
   * @return its port
   */
  public static int start(
      ActorSystem<?> system,
      ActorRef<LeaderCommand> leader,
      JournalDatabase journal,
      Supplier<List<WebhookJson>> webhooks,
      Supplier<Readiness> readiness,
      InstanceMetrics metrics,
      Clock clock)
      throws Exception {
    return AdminServer.start(
            system,
            new AdminSettings(
                InetAddress.getLoopbackAddress(),
                0,
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                1024),
            HadoopSecurity.OFF,
            leader,
            new JournalHistory(journal, system, Duration.ofSeconds(15)),
            new NoInstances(),
            webhooks,
            readiness,
            metrics,
            clock)
        .toCompletableFuture()
        .get(30, TimeUnit.SECONDS)
        .getPort();
  }

  private static final class NoInstances implements Instances {
    @Override
    public CompletionStage<List<InstanceView>> all() {
      return CompletableFuture.completedStage(List.of());
    }

    @Override
    public CompletionStage<LeaveAnswer> leave(LeaveOrder order) {
      throw new UnsupportedOperationException();
    }
  }
}
