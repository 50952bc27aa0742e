package ebb.journal;

import ebb.journal.database.Database;
import ebb.journal.database.FolderLock;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalIdentity;
import ebb.journal.database.JournalInUseException;
import ebb.journal.database.JournalSettings;
import ebb.journal.guard.Watermarks;
import ebb.journal.replay.JournalReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates new journals. {@link JournalDatabase} opens them. */
public final class JournalCreation {
  private static final Logger LOG = LoggerFactory.getLogger(JournalCreation.class);

  private JournalCreation() {}

  /**
   * Creates a new and empty journal. Blocks.
   *
   * @throws JournalInUseException immediately, if another process uses the folder
   * @throws JournalException if there already is a journal, or it cannot be created
   */
  @SuppressWarnings("try") // held, and not used
  public static void create(JournalSettings settings) {
    try (FolderLock lock = FolderLock.of(settings.directory())) {
      JournalDatabase.loadLibrary(settings);
      requireNone(settings.database());
      // These watermarks belong to an earlier journal.
      Watermarks.forget(settings.directory());
      create(settings.database());
    } catch (IOException e) {
      throw JournalDatabase.cannotUse(settings.directory(), e);
    }
  }

  /**
   * Like {@link #create(JournalSettings)}, before there is an instance.
   *
   * @param place as for {@link JournalReader#open(String)}
   * @return the file or the URL
   */
  public static String create(String place) {
    Database database = JournalReader.databaseAt(place);
    if (place.startsWith("jdbc:")) {
      create(database);
    } else {
      create(JournalSettings.in(Path.of(place)));
    }
    return database.place();
  }

  /** Like {@link #create(String)}, in a PostgreSQL database. */
  public static void create(String url, String user, String passwordFile) {
    create(JournalReader.postgres(url, user, passwordFile));
  }

  private static void create(Database database) {
    requireNone(database);
    String identity = JournalIdentity.next();
    try {
      database.create(connection -> JournalIdentity.write(identity, connection));
      LOG.info("Created an empty journal at {}", database.place());
    } catch (IOException e) {
      throw new JournalException(
          "Cannot write to " + database.place() + ": " + JournalException.reasonOf(e), e);
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  private static void requireNone(Database database) {
    try {
      if (database.exists()) {
        throw Database.existsAlready(database.place());
      }
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }
}
