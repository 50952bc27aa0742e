package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import ebb.app.cluster.ClusterKeyGenerator;
import ebb.journal.ClusterKey;
import ebb.journal.JournalCreation;
import ebb.journal.JournalDatabase;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalSettings;
import ebb.postgres.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the instances on a real database know each other by. */
final class ClusterKeyIT {
  @TempDir Path folder;
  private String url;
  private Path passwordFile;

  @BeforeEach
  void makeAJournal() throws Exception {
    url = PostgresServer.shared().createDatabase();
    passwordFile =
        Files.writeString(folder.resolve("password"), PostgresServer.shared().password());
    JournalCreation.create(url, PostgresServer.USER, passwordFile.toString());
  }

  @Test
  void shouldBeOneForAllInstancesThatAskAtOnce() {
    Executor threads = task -> new Thread(task, "an instance").start();
    List<CompletableFuture<ClusterKey>> asked =
        IntStream.range(0, 8)
            .mapToObj(number -> CompletableFuture.supplyAsync(() -> keyOf("rm" + number), threads))
            .toList();
    List<ClusterKey> keys = asked.stream().map(CompletableFuture::join).toList();

    assertThat(keys).extracting(ClusterKey::certificate).containsOnly(keys.get(0).certificate());
    assertThat(keys).extracting(ClusterKey::key).containsOnly(keys.get(0).key());
    assertThat(keys.get(0)).hasToString("ClusterKey[CN=ebb]");
  }

  @Test
  void shouldBeANewOneOnceTheOldOneIsDeleted() throws Exception {
    ClusterKey old = keyOf("rm1");
    execute("DELETE FROM ebb_cluster_key");

    assertThat(keyOf("rm1").certificate()).isNotEqualTo(old.certificate());
  }

  @Test
  void shouldRefuseInOneLineWhatIsNoKey() throws Exception {
    keyOf("rm1");
    execute("UPDATE ebb_cluster_key SET private_key = ''");

    assertThatThrownBy(() -> keyOf("rm1"))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining(url)
        .hasMessageEndingWith("the table ebb_cluster_key has no key that can be used");
  }

  private ClusterKey keyOf(String instance) {
    Config config =
        ClusterMember.config(instance, "0", "", url, PostgresServer.USER, passwordFile.toString());
    try (JournalDatabase journal = JournalDatabase.open(JournalSettings.from(config))) {
      return journal.clusterKey(ClusterKeyGenerator::generate);
    }
  }

  private void execute(String sql) throws Exception {
    try (Connection connection =
            DriverManager.getConnection(
                url, PostgresServer.USER, PostgresServer.shared().password());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
