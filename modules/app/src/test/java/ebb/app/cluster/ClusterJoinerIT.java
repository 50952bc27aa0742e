package ebb.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.Done;
import akka.actor.typed.ActorSystem;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.typesafe.config.Config;
import ebb.app.ClusterMember;
import ebb.journal.JournalCreation;
import ebb.journal.JournalDatabase;
import ebb.journal.database.JournalSettings;
import ebb.journal.lease.MemberRegistry;
import ebb.postgres.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What an operator sees of a member that the database does not take for one. */
final class ClusterJoinerIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir Path folder;

  @Test
  void shouldSayOnceThatAMemberIsNotEntered() throws Exception {
    var lines = new ListAppender<ILoggingEvent>();
    lines.start();
    Logger log = (Logger) LoggerFactory.getLogger(ClusterJoiner.class);
    log.addAppender(lines);
    try (PostgresServer server = PostgresServer.start()) {
      // given a member, and a database without the table of members
      Path password = Files.writeString(folder.resolve("password"), server.password());
      String url = server.createDatabase();
      Config config =
          ClusterMember.config("rm1", "0", "", url, PostgresServer.USER, password.toString());
      JournalCreation.create(JournalSettings.from(config));
      JournalDatabase database = JournalDatabase.open(JournalSettings.from(config));
      ActorSystem<Void> system = ClusterMember.system(database, config);
      database.closeAfter(system);
      execute(server, url, "ALTER TABLE ebb_lease RENAME TO away");
      Cluster cluster = Cluster.get(system);
      cluster.manager().tell(new Join(cluster.selfMember().address()));
      MemberRegistry members = ClusterJoiner.registry(system, database, "rm1", reason -> {});
      CompletableFuture<Done> member =
          ClusterJoiner.join(system, ClusterSettings.from(config), members, reason -> {})
              .toCompletableFuture();
      // then
      await().atMost(PATIENCE).until(() -> !warnings(lines).isEmpty());
      assertThat(warnings(lines))
          .singleElement()
          .asString()
          .contains("has no row in the database yet", "ebb_lease")
          .doesNotContain("\n");
      assertThat(member).isNotDone();
      // when
      execute(server, url, "ALTER TABLE away RENAME TO ebb_lease");
      member.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      // then
      assertThat(warnings(lines)).hasSize(1);
      system.terminate();
      system.getWhenTerminated().toCompletableFuture().get(60, TimeUnit.SECONDS);
    } finally {
      log.detachAppender(lines);
    }
  }

  private static List<String> warnings(ListAppender<ILoggingEvent> lines) {
    return List.copyOf(lines.list).stream()
        .filter(line -> line.getLevel().equals(Level.WARN))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  private static void execute(PostgresServer server, String url, String statement)
      throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(url, PostgresServer.USER, server.password());
        Statement sql = connection.createStatement()) {
      sql.execute(statement);
    }
  }
}
