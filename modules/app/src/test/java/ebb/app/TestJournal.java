package ebb.app;

import ebb.journal.JournalCreation;
import ebb.journal.JournalDatabase;
import ebb.journal.database.JournalSettings;
import java.nio.file.Path;

/** A new journal in a file. */
public final class TestJournal {
  private TestJournal() {}

  public static JournalDatabase open(Path folder) {
    JournalSettings settings = JournalSettings.in(folder);
    JournalCreation.create(settings);
    return JournalDatabase.open(settings);
  }
}
