package ebb.journal.maintenance;

import ebb.domain.NodeId;
import ebb.journal.database.Database;
import ebb.journal.database.JournalException;
import ebb.journal.database.SqliteFile;
import ebb.journal.event.JournaledEvent;
import ebb.journal.event.ReplayException;
import ebb.journal.guard.JournalPart;
import ebb.journal.guard.LostWriteException;
import ebb.journal.guard.Watermark;
import ebb.journal.guard.Watermarks;
import ebb.journal.replay.JournalReader;
import ebb.journal.replay.JournalReplay;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The result of checking a whole journal.
 *
 * @param place the location of the journal, for people
 * @param identity the identity that distinguishes this journal from every other one
 * @param events number of events that can be replayed, of nodes and of the lists
 * @param nodes number of nodes with events
 * @param newest when the newest event was written; empty if there are no events
 */
public record JournalCheck(
    String place, String identity, long events, int nodes, Optional<Instant> newest) {

  /**
   * Checks a whole journal, also while instances write to it: the pages and indexes of a file,
   * every event, its sequence number and its hash, and for a folder also that all acknowledged
   * writes of its instance are there. Changes nothing. Blocks.
   *
   * @param place as for {@link JournalReader#open(String)}
   * @throws JournalException with one line, if anything is missing or damaged
   */
  public static JournalCheck of(String place) {
    return ofAll(JournalReader.databaseAt(place));
  }

  /** Like {@link #of(String)}. */
  static JournalCheck ofAll(Database database) {
    return database instanceof SqliteFile file ? ofFolder(file) : of(database);
  }

  private static JournalCheck ofFolder(SqliteFile database) {
    Path directory = database.file().resolveSibling("");
    try {
      if (!database.exists()) {
        throw Watermarks.gone(database.place(), directory);
      }
      Map<JournalPart, Watermark> acknowledged = Watermarks.read(directory);
      JournalCheck found = of(database);
      found.requireAll(acknowledged, directory, database);
      requireNoCopyInUse(database);
      return found;
    } catch (IOException e) {
      throw new JournalException(
          "Cannot read in " + directory + ": " + JournalException.reasonOf(e), e);
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  static JournalCheck of(Database database) {
    try (JournalReader reader = JournalReader.open(database)) {
      String identity = reader.requireWhole();
      JournalVerification.of(reader, Optional.empty(), () -> true)
          .finding()
          .ifPresent(
              finding -> {
                throw SqliteFile.damaged(database.place(), finding);
              });
      Replay replay = new Replay();
      reader.events().forEach(replay::next);
      return new JournalCheck(
          database.place(), identity, replay.events, replay.nodes.size(), replay.newest);
    } catch (ReplayException e) {
      throw SqliteFile.damaged(database.place(), String.valueOf(e.getMessage()));
    }
  }

  /**
   * @param acknowledged the watermarks as they were before the journal was checked or copied
   * @throws LostWriteException if the database lacks an acknowledged write
   */
  void requireAll(Map<JournalPart, Watermark> acknowledged, Path directory, Database database)
      throws SQLException {
    try (Connection connection = database.connectForReading()) {
      Watermarks.require(acknowledged, directory, place, connection);
    }
  }

  /**
   * @throws JournalException if the files were copied while in use, and may lack anything
   */
  static void requireNoCopyInUse(Database database) throws IOException, SQLException {
    try (Connection connection = database.connectForReading()) {
      database.requireNoCopyInUse(connection);
    }
  }

  JournalCheck at(String otherPlace) {
    return new JournalCheck(otherPlace, identity, events, nodes, newest);
  }

  private static final class Replay {
    private final JournalReplay fleet = new JournalReplay();
    private final Set<NodeId> nodes = new HashSet<>();
    private long events;
    private Optional<Instant> newest = Optional.empty();

    void next(JournaledEvent event) {
      if (event instanceof JournaledEvent.OfNode ofNode) {
        fleet.replay(ofNode);
        nodes.add(ofNode.event().nodeId());
      }
      events++;
      newest = Optional.of(event.by().at());
    }
  }
}
