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
 * What a process remembers of the journal, beside the database: the newest write that it has
 * acknowledged, of each {@link JournalPart}. A database that lacks it was emptied, replaced by an
 * older copy, or is a replica that had not got everything.
 */
public record Watermarks(
    Path directory, String place, WatermarkFile events, WatermarkFile fencedStore)
    implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Watermarks.class);

  /**
   * Compares what is remembered with the database. What is not is taken from it: an instance that
   * is new, or whose files were removed, trusts the database as it is.
   *
   * @param place of the database, for people
   * @throws ForgottenWriteException if the database lacks what was acknowledged
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

  /** What is remembered in a folder of each part; nothing of a part without a file. */
  public static Map<JournalPart, Watermark> read(Path directory) throws IOException {
    Map<JournalPart, Watermark> marks = new EnumMap<>(JournalPart.class);
    for (JournalPart part : JournalPart.values()) {
      WatermarkFile.read(part.fileIn(directory)).ifPresent(mark -> marks.put(part, mark));
    }
    return marks;
  }

  /**
   * Compares what was remembered in a folder with a database.
   *
   * @throws ForgottenWriteException if the database lacks it
   */
  public static void require(
      Map<JournalPart, Watermark> marks, Path directory, String place, Connection connection)
      throws SQLException {
    for (Map.Entry<JournalPart, Watermark> each : marks.entrySet()) {
      JournalPart part = each.getKey();
      require(part, each.getValue(), part.fileIn(directory), place, connection);
    }
  }

  /** Anything that a process remembers of a journal; empty if nothing. */
  public static Optional<Watermark> remembered(Path directory) throws IOException {
    return read(directory).values().stream().findFirst();
  }

  /** Remembers nothing any more. */
  public static void forget(Path directory) throws IOException {
    for (JournalPart part : JournalPart.values()) {
      if (Files.deleteIfExists(part.fileIn(directory))) {
        FileInPlace.syncFolder(part.fileIn(directory));
      }
    }
  }

  /**
   * @throws ForgottenWriteException if the database has forgotten an acknowledged event
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
   * @throws ForgottenWriteException if a later one was acknowledged before
   */
  void requireNext(long commits) {
    Watermark mark = fencedStore.newest();
    if (commits <= mark.number()) {
      throw forgotten(place, mark, JournalPart.LEADER_ROWS.fileIn(directory));
    }
  }

  /** Of the journal that a connection leads to; empty if it holds none. */
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
   * @throws FileNotFoundException if what is remembered could be forgotten: the files were removed
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
      throw new ForgottenWriteException(
          identity.isEmpty()
              ? "%s holds no journal any more; it had %s".formatted(place, mark.text())
              : "%s holds another journal: it is %s, and was %s"
                  .formatted(place, identity, mark.journal()),
          path);
    }
    if (mark.number() > 0 && !part.holds(mark, connection)) {
      throw forgotten(place, mark, path);
    }
    if (forked) {
      throw new ForgottenWriteException(
          "The journal "
              + place
              + " lacks a write that another instance has acknowledged; see the log of that"
              + " instance",
          path);
    }
  }

  private static ForgottenWriteException forgotten(String place, Watermark mark, Path path) {
    return new ForgottenWriteException(
        "The journal " + place + " has forgotten " + mark.text(), path);
  }

  @Override
  public void close() {
    events.close();
    fencedStore.close();
  }

  /** Why there is no journal at a place whose folder is this one. */
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
