package ebb.journal.guard;

import ebb.journal.database.FileInPlace;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalIdentity;
import ebb.journal.database.TransientSqlErrors;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest acknowledged write to each {@link JournalPart}, which a process keeps in files next to
 * the database. A database that lacks one of them was emptied, was replaced by an older copy, or is
 * a replica that had not received everything.
 */
public record Watermarks(
    Path directory, String place, WatermarkFile events, WatermarkFile fencedStore)
    implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Watermarks.class);

  /**
   * Opens the watermarks of a folder, after comparing them with the database. A missing watermark
   * is initialized from the database: a new instance, or one whose files were removed, accepts the
   * database as it is.
   *
   * @param place the location of the database, for people
   * @throws LostWriteException if the database lacks an acknowledged write
   */
  static Watermarks open(Path directory, String place, Connection connection)
      throws SQLException, IOException {
    require(read(directory), directory, place, connection);
    if (identity(connection).isEmpty()) {
      throw new JournalException(
          place + " holds no journal: it has lost its identity", "restore a backup of it");
    }
    WatermarkFile events = open(JournalPart.EVENTS, directory, place, connection);
    try {
      return new Watermarks(
          directory, place, events, open(JournalPart.LEADER_ROWS, directory, place, connection));
    } catch (IOException | SQLException | RuntimeException e) {
      events.close();
      throw e;
    }
  }

  private static WatermarkFile open(
      JournalPart part, Path directory, String place, Connection connection)
      throws SQLException, IOException {
    Path path = part.fileIn(directory);
    if (!Files.exists(path)) {
      Watermark newest = part.newest(identity(connection), connection);
      if (newest.number() > 0) {
        LOG.warn("No file {}; the journal {} is accepted as it is: {}", path, place, newest.text());
      }
      WatermarkFile.make(path, newest);
    }
    return WatermarkFile.open(path);
  }

  /** The watermarks in a folder; a part without a file has none. */
  public static Map<JournalPart, Watermark> read(Path directory) throws IOException {
    Map<JournalPart, Watermark> marks = new EnumMap<>(JournalPart.class);
    for (JournalPart part : JournalPart.values()) {
      WatermarkFile.read(part.fileIn(directory)).ifPresent(mark -> marks.put(part, mark));
    }
    return marks;
  }

  /**
   * Compares the watermarks of a folder with a database.
   *
   * @throws LostWriteException if the database lacks an acknowledged write
   */
  public static void require(
      Map<JournalPart, Watermark> marks, Path directory, String place, Connection connection)
      throws SQLException {
    for (Map.Entry<JournalPart, Watermark> each : marks.entrySet()) {
      JournalPart part = each.getKey();
      require(part, each.getValue(), part.fileIn(directory), place, connection);
    }
  }

  /** Any one of the watermarks in a folder; empty if there is none. */
  public static Optional<Watermark> remembered(Path directory) throws IOException {
    return read(directory).values().stream().findFirst();
  }

  /** Deletes all watermarks in a folder. */
  public static void forget(Path directory) throws IOException {
    for (JournalPart part : JournalPart.values()) {
      if (Files.deleteIfExists(part.fileIn(directory))) {
        FileInPlace.syncFolder(part.fileIn(directory));
      }
    }
  }

  /**
   * @throws LostWriteException if the database has lost an acknowledged event
   */
  void requireEvents(Connection connection) throws SQLException {
    require(
        JournalPart.EVENTS,
        events.newest(),
        JournalPart.EVENTS.fileIn(directory),
        place,
        connection);
  }

  /**
   * @param commits number of a leader's transaction that is not committed yet
   * @throws LostWriteException if this number, or a later one, was acknowledged before
   */
  void requireNext(long commits) {
    Watermark mark = fencedStore.newest();
    if (commits <= mark.number()) {
      throw lostWrite(place, mark, JournalPart.LEADER_ROWS.fileIn(directory));
    }
  }

  /** The identity of the journal in a database; an empty text if there is no journal. */
  static String identity(Connection connection) throws SQLException {
    try {
      return JournalIdentity.read(connection).orElse("");
    } catch (SQLException e) {
      if (TransientSqlErrors.isMissingTable(e)) {
        return "";
      }
      throw e;
    }
  }

  /**
   * @throws FileNotFoundException if a file was removed or replaced, and its watermark may be lost
   */
  void requireInPlace() throws IOException {
    events.requireInPlace();
    fencedStore.requireInPlace();
  }

  private static void require(
      JournalPart part, Watermark mark, Path path, String place, Connection connection)
      throws SQLException {
    String identity = identity(connection);
    boolean forked = JournalIdentity.isFork(identity, mark.journal());
    if (!identity.equals(mark.journal()) && !forked) {
      throw new LostWriteException(
          identity.isEmpty()
              ? "%s holds no journal any more; it had %s".formatted(place, mark.text())
              : "%s holds another journal: it is %s, and was %s"
                  .formatted(place, identity, mark.journal()),
          path);
    }
    if (mark.number() > 0 && !part.holds(mark, connection)) {
      throw lostWrite(place, mark, path);
    }
    if (forked) {
      throw new LostWriteException(
          "The journal "
              + place
              + " lacks a write that another instance has acknowledged; see the log of that"
              + " instance",
          path);
    }
  }

  private static LostWriteException lostWrite(String place, Watermark mark, Path path) {
    return new LostWriteException("The journal " + place + " lacks " + mark.text(), path);
  }

  @Override
  public void close() {
    events.close();
    fencedStore.close();
  }

  /** Explains why there is no journal at a place that uses this folder. */
  public static JournalException gone(String place, Path directory) throws IOException {
    return remembered(directory)
        .map(
            mark ->
                new JournalException(
                    "The journal " + place + " is gone: it had " + mark.text(),
                    "bring it back or restore a backup, or start from scratch with --new-journal"))
        .orElseGet(
            () ->
                new JournalException(
                    "There is no journal at " + place,
                    "for a new installation start once with --new-journal; if there should be one,"
                        + " correct --data or ebb.journal.url"));
  }
}
