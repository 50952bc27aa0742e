package ebb.journal;

import static ebb.journal.TestLeases.LEAD;
import static ebb.journal.TestLeases.ask;
import static ebb.journal.TestLeases.lease;
import static ebb.journal.TestLeases.leaseOfAnother;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.ActorSystem;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With PostgreSQL only the process takes a term that holds the lease of the lead. */
final class TermUnderLeaseIT {
  @TempDir Path folder;
  private JournalSettings settings;
  private JournalDatabase journal;
  private ActorSystem system;

  @BeforeEach
  void openADatabase() {
    settings = TestDatabase.POSTGRES.emptyJournal(folder);
    journal = TestDatabase.open(settings);
    system = TestLeases.system(settings);
  }

  @AfterEach
  void close() throws Exception {
    TestLeases.end(system);
    journal.close();
  }

  @Test
  void shouldTakeATermWhileTheLeaseIsOurs() throws Exception {
    assertThat(ask(lease(system, LEAD, "127.0.0.1:2551").acquire())).isTrue();

    assertThat(journal.leaderTermUnderLease().takeNext()).isEqualTo(1);
  }

  /** It stood still between its lease and its term, and another one leads. */
  @Test
  void shouldTakeNoTermOnceTheLeaseIsAnothers() throws Exception {
    // given
    assertThat(ask(lease(system, LEAD, "127.0.0.1:2551").acquire())).isTrue();
    assertThat(ask(lease(system, LEAD, "127.0.0.1:2551").release())).isTrue();
    assertThat(ask(leaseOfAnother(system, LEAD, "127.0.0.1:2552").acquire())).isTrue();
    long ofTheOther = journal.leaderTerm().takeNext();
    // when, then
    assertThatThrownBy(() -> journal.leaderTermUnderLease().takeNext())
        .isInstanceOf(JournalException.class)
        .hasMessage("Cannot take a leader term: another process holds the lease");
    assertThat(journal.leaderTerm().takeNext()).isEqualTo(ofTheOther + 1);
  }

  @Test
  void shouldNotTakeAnotherLeaseForThatOfTheLead() throws Exception {
    assertThat(ask(lease(system, "ebb-akka-sbr", "127.0.0.1:2551").acquire())).isTrue();

    assertThatThrownBy(() -> journal.leaderTermUnderLease().takeNext())
        .isInstanceOf(JournalException.class);
  }

  /** Otherwise the next leader could be quicker with his term than this one. */
  @Test
  void shouldLetNobodyHaveTheLeaseBeforeTheTermIsTaken() throws Exception {
    // given a term that is not given out yet
    assertThat(ask(lease(system, LEAD, "127.0.0.1:2551").acquire())).isTrue();
    try (Connection leader = settings.database().connect();
        Statement statement = leader.createStatement()) {
      leader.setAutoCommit(false);
      statement.execute("SELECT term FROM ebb_leader_term FOR UPDATE");
      var term = CompletableFuture.supplyAsync(() -> journal.leaderTermUnderLease().takeNext());
      awaitSomebodyWhoWaits();
      // when
      var taken = CompletableFuture.runAsync(this::takeTheLeaseAway);
      // then
      assertThatThrownBy(() -> taken.get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
      leader.rollback();
      taken.get(30, TimeUnit.SECONDS);
      assertThat(term.get(30, TimeUnit.SECONDS)).isEqualTo(1);
    }
  }

  private void awaitSomebodyWhoWaits() throws SQLException {
    try (Connection connection = settings.database().connect();
        Statement statement = connection.createStatement()) {
      boolean waits = false;
      while (!waits) {
        try (var row =
            statement.executeQuery(
                "SELECT count(*) > 0 FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND wait_event_type = 'Lock'")) {
          row.next();
          waits = row.getBoolean(1);
        }
      }
    }
  }

  private void takeTheLeaseAway() {
    try (Connection connection = settings.database().connect();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE ebb_lease SET owner = 'another' WHERE name = '" + LEAD + "'");
    } catch (SQLException e) {
      throw settings.database().explain(e);
    }
  }
}
