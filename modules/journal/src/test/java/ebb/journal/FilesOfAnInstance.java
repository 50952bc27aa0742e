package ebb.journal;

import ebb.journal.database.JournalException;
import ebb.journal.database.JournalSettings;
import ebb.journal.database.SqliteFile;
import ebb.journal.event.JournaledEvent;
import ebb.journal.guard.FencedStore;
import ebb.journal.guard.FencedStore.Change;
import ebb.journal.guard.FencedStore.Row;
import ebb.journal.guard.FencedStore.RowKey;
import ebb.journal.replay.JournalReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files of a journal as they were after each write of an instance, and what it had acknowledged
 * by then.
 */
record FilesOfAnInstance(List<Moment> moments) {
  static final List<String> NAMES =
      List.of("journal.db", "journal.db-wal", "events.watermark", "leader-rows.watermark");

  private static final int STEPS = 60;
  private static final int ROWS = 6;
  private static final int LARGEST_ROW = 12_000;

  /**
   * @param files by name; one that was not there is missing
   */
  record Moment(Map<String, byte[]> files, Content content) {}

  /**
   * What people and Hadoop were told is there.
   *
   * @param rows hashes of their contents, by id
   */
  record Content(Set<String> nodes, Map<String, Integer> rows) {}

  /** Writes events and rows of changing sizes, and copies all files after each write. */
  static FilesOfAnInstance write(Path folder, Random random)
      throws IOException, SQLException, InterruptedException {
    Path live = live(folder);
    List<Moment> moments = new ArrayList<>();
    Set<String> nodes = new HashSet<>();
    Map<String, Integer> rows = new TreeMap<>();
    try (JournalDatabase journal = TestDatabase.open(live);
        TestEvents events = new TestEvents(journal);
        FencedStore leader = journal.fencedStore(journal.leaderTerm().takeNext())) {
      for (int step = 0; step < STEPS; step++) {
        if (random.nextInt(8) == 0) {
          takeLogIntoFile(live);
        }
        if (random.nextBoolean()) {
          events.register("n" + step + ":1");
          nodes.add("n" + step + ":1");
        } else {
          write(leader, rows, random);
        }
        moments.add(
            new Moment(copy(live, folder), new Content(Set.copyOf(nodes), Map.copyOf(rows))));
      }
    }
    return new FilesOfAnInstance(moments);
  }

  private static void write(FencedStore leader, Map<String, Integer> rows, Random random) {
    String id = "row" + random.nextInt(ROWS);
    RowKey key = new RowKey("app", "", id);
    if (rows.containsKey(id) && random.nextInt(4) == 0) {
      leader.write(new Change.Remove(key));
      rows.remove(id);
    } else {
      byte[] content = new byte[random.nextInt(LARGEST_ROW)];
      random.nextBytes(content);
      leader.write(new Change.Put(new Row(key, content)));
      rows.put(id, hash(content));
    }
  }

  private static int hash(byte[] content) {
    return Arrays.hashCode(content);
  }

  private static void takeLogIntoFile(Path live) throws SQLException {
    try (Connection connection = SqliteFile.in(live).connect();
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA wal_checkpoint(PASSIVE)");
    }
  }

  /** Another process reads them: this one would lose its locks. */
  private static Map<String, byte[]> copy(Path live, Path folder)
      throws IOException, InterruptedException {
    Path copy = folder.resolve("copy");
    Process cp = new ProcessBuilder("cp", "-r", live.toString(), copy.toString()).start();
    if (cp.waitFor() != 0) {
      throw new IOException("cp has failed");
    }
    Map<String, byte[]> files = new TreeMap<>();
    for (String name : NAMES) {
      if (Files.exists(copy.resolve(name))) {
        files.put(name, Files.readAllBytes(copy.resolve(name)));
      }
    }
    delete(copy);
    return files;
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** Of the instance. */
  private static Path live(Path folder) {
    return folder.resolve("live");
  }

  /** Puts files there, and nothing else. Whoever has their names stays the same file. */
  static void put(Map<String, byte[]> files, Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.deleteIfExists(folder.resolve("journal.db-shm"));
    for (String name : NAMES) {
      Path path = folder.resolve(name);
      if (files.containsKey(name)) {
        Files.write(path, files.getOrDefault(name, new byte[0]));
      } else {
        Files.deleteIfExists(path);
      }
    }
  }

  /**
   * Starts where the instance was, on these files.
   *
   * @return what it has to go on with; empty if it is refused
   */
  static Optional<Content> startAgain(Map<String, byte[]> files, Path folder) throws IOException {
    Path live = live(folder);
    put(files, live);
    try (JournalDatabase journal = JournalDatabase.open(JournalSettings.in(live));
        FencedStore leader = journal.fencedStore(journal.leaderTerm().takeNext());
        JournalReader reader = JournalReader.open(live)) {
      Set<String> nodes =
          reader
              .events()
              .map(event -> ((JournaledEvent.OfNode) event).event().nodeId().toString())
              .collect(Collectors.toSet());
      Map<String, Integer> rows =
          leader.read("app").stream()
              .collect(Collectors.toMap(row -> row.key().id(), row -> hash(row.content())));
      return Optional.of(new Content(nodes, rows));
    } catch (JournalException e) {
      return Optional.empty();
    }
  }

  /** The latest moment at which this was what had been acknowledged; -1 if there was none. */
  int momentOf(Content content) {
    for (int i = moments.size() - 1; i >= 0; i--) {
      if (moments.get(i).content().equals(content)) {
        return i;
      }
    }
    return -1;
  }
}
