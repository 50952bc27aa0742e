package ebb.journal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.ActorSystem;
import ebb.journal.ChildJvm;
import ebb.journal.JournalDatabase;
import ebb.journal.LeaseHolder;
import ebb.journal.TestDatabase;
import ebb.journal.TestLeases;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalSettings;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An instance's name is given to a second process by mistake. */
final class InstanceLockIT {
  @TempDir Path folder;
  private JournalSettings settings;
  private JournalDatabase database;

  @BeforeEach
  void openADatabase() {
    settings = TestDatabase.POSTGRES.emptyJournal(folder);
    database = TestDatabase.open(settings);
  }

  @Test
  void shouldRefuseTheSecondInOneLineUntilTheFirstIsKilled() throws Exception {
    // given
    try (var first =
        ChildJvm.start(
            LeaseHolder.class, folder.resolve("child.log"), TestDatabase.arguments(settings))) {
      assertThat(first.readLine()).isEqualTo("holds: true");
      // when, then
      assertThatThrownBy(() -> database.claim("rm1"))
          .isInstanceOf(JournalException.class)
          .hasMessageMatching(
              "Instance rm1 is already running: .+, process \\d+; each instance on this database has a"
                  + " name of its own, ebb\\.instance");
      assertThat(database.claim("rm2")).isPresent();
      // when
      first.kill();
    }
    // then
    assertThat(database.claim("rm1")).isPresent();
  }

  @Test
  void shouldSayWhichInstanceRunsToWhoWantsNone() throws Exception {
    // given
    try (var running =
        ChildJvm.start(
            LeaseHolder.class, folder.resolve("child.log"), TestDatabase.arguments(settings))) {
      assertThat(running.readLine()).isEqualTo("holds: true");
      // when, then
      assertThatThrownBy(database::requireNoInstance)
          .isInstanceOf(JournalException.class)
          .hasMessageMatching(
              "Still running: instance rm1: .+, process \\d+; stop all instances .+");
      // when
      running.kill();
    }
    // then
    database.requireNoInstance();
  }

  @Test
  void shouldGiveTheNameUpAtAnOrderlyEnd() throws Exception {
    // given
    ActorSystem system = TestLeases.system(settings);
    database.claim("rm1").orElseThrow().keep(system, reason -> {});
    // when
    TestLeases.end(system);
    // then
    var table = new LeaseTable(settings.database()::connect, settings.lease().timeToLive());
    assertThat(table.find("instance rm1")).isEmpty();
  }

  @Test
  void shouldSayThatTheNameIsLostToAnother() throws Exception {
    // given
    ActorSystem system = TestLeases.system(settings);
    var lost = new CompletableFuture<String>();
    // when
    database.claim("rm1").orElseThrow().keep(system, lost::complete);
    try (var connection = settings.database().connect();
        var statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE ebb_lease SET owner = 'another'");
    }
    // then
    assertThat(lost.get(60, TimeUnit.SECONDS))
        .isEqualTo("instance rm1 was taken over by another process");
    TestLeases.end(system);
  }

  @Test
  void shouldNeedNoRowWithAFile() {
    try (var file = TestDatabase.open(folder.resolve("file"))) {
      assertThat(file.claim("rm1")).isEmpty();
    }
  }
}
