package ebb.journal.maintenance;

import ebb.domain.NodeId;
import ebb.journal.database.Database;
import ebb.journal.database.JournalException;
import ebb.journal.database.SqliteFile;
import ebb.journal.event.JournaledEvent;
import ebb.journal.event.ReplayException;
import ebb.journal.guard.ForgottenWriteException;
import ebb.journal.guard.JournalPart;
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
 * What was found in a whole journal.
 *
 * @param place of it, for people
 * @param identity that tells it from every other one
 * @param events that can be replayed, of nodes and of the lists
 * @param nodes that they are of
 * @param newest when the newest of them was written; empty if there are none
 */
public record JournalCheck(
    String place, String identity, long events, int nodes, Optional<Instant> newest) {

  /**
   * Reads all of a journal, also while instances write to it: pages and indexes of a file, every
   * event in its place, and with a folder whether what its instance has acknowledged is there.
   * Changes nothing. Blocks.
   *
   * @param place as for {@link JournalReader#open(String)}
   * @throws JournalException in one line, if anything of it is missing or damaged
   */
  public static JournalCheck of(String place) {
    return ofAll(JournalReader.databaseAt(place));
  }

  /** As {@link #of(String)}. */
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
      Replay replay = new Replay();
      reader.events().forEach(replay::next);
      return new JournalCheck(
          database.place(), identity, replay.events, replay.nodes.size(), replay.newest);
    } catch (ReplayException e) {
      throw SqliteFile.damaged(database.place(), String.valueOf(e.getMessage()));
    }
  }

  /**
   * @param acknowledged as it was known before this was read, or copied
   * @throws ForgottenWriteException if the database lacks it
   */
  void requireAll(Map<JournalPart, Watermark> acknowledged, Path directory, Database database)
      throws SQLException {
    try (Connection connection = database.connectForReading()) {
      Watermarks.require(acknowledged, directory, place, connection);
    }
  }

  /**
   * @throws JournalException if it may lack anything
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
