package ebb.journal.lease;

import akka.actor.ActorSystem;
import ebb.journal.TestDatabase;
import ebb.journal.TestLeases;
import ebb.journal.database.JournalSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A database in which several instances hold leases. */
abstract class LeaseFixture {
  @TempDir Path folder;

  JournalSettings settings;
  ActorSystem system;

  @BeforeEach
  void openADatabase() {
    settings = TestDatabase.POSTGRES.emptyJournal(folder);
    TestDatabase.open(settings).close();
    system = TestLeases.system(settings);
  }

  @AfterEach
  void endTheSystem() throws Exception {
    TestLeases.end(system);
  }
}
