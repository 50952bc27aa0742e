package ebb.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ebb.admin.access.AdminSettings;
import ebb.admin.access.HadoopSecurity;
import ebb.admin.instances.Readiness;
import ebb.admin.routes.InstanceMetrics;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AdminServerTest extends AdminApiTestBase {

  @Test
  void shouldTellTheFreePortThatItTook() {
    assertThat(api.port()).isPositive();
  }

  @Test
  void shouldSayInOneLineThatThePortIsTaken() {
    // given a port that the first server holds
    AdminSettings taken =
        new AdminSettings(
            InetAddress.getLoopbackAddress(),
            api.port(),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            1024);
    try (CapturedLog akka = CapturedLog.of("akka.io.TcpListener")) {
      // when, then
      assertThatThrownBy(
              () ->
                  AdminServer.start(
                          api.testKit().system(),
                          taken,
                          HadoopSecurity.OFF,
                          api.testKit().spawn(api.leader.behavior()),
                          api.history,
                          api.instances,
                          () -> api.webhooks,
                          () -> new Readiness(true, ""),
                          InstanceMetrics.NONE,
                          java.time.Clock.systemUTC())
                      .toCompletableFuture()
                      .get(20, TimeUnit.SECONDS))
          .cause()
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("cannot open 127.0.0.1:" + api.port())
          .hasMessageContaining("ebb.http.port")
          .hasMessageNotContaining("\n");
      // Akka writes its log from an actor, after the answer.
      await().untilAsserted(() -> assertThat(akka.messages()).hasSize(1));
    }
  }
}
