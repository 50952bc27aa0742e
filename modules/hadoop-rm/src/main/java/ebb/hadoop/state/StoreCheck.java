package ebb.hadoop.state;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.curator.ZKCuratorManager;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.LeveldbRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.ZKRMStateStore;
import org.apache.hadoop.yarn.server.utils.LeveldbIterator;
import org.fusesource.leveldbjni.JniDBFactory;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.Options;

/**
 * Finds the application record that one of Hadoop's stores cannot read, because these stores do not
 * name it. Reads what the store has written, in the store's layout, and changes nothing. No
 * ResourceManager may have the store open.
 */
public final class StoreCheck {
  private static final String APPLICATIONS = "RMAppRoot";

  /**
   * Parent of the ids in two parts, by the number of digits that are split off (ZKRMStateStore).
   */
  private static final String SPLIT = "HIERARCHIES";

  /** Few, because the store has just answered: if it no longer does, it is not waited for long. */
  private static final int MOST_RETRIES = 3;

  private StoreCheck() {}

  /**
   * Checks each application and each attempt.
   *
   * @return empty if all can be read, or if the configured store is not one of Hadoop's
   * @throws Exception from the store, even if only one record cannot be fetched; the result is
   *     unknown then
   */
  public static Optional<BrokenRecordException> findBroken(Configuration conf) throws Exception {
    String store = conf.get(YarnConfiguration.RM_STORE, "");
    if (store.equals(FileSystemRMStateStore.class.getName())) {
      return inFiles(conf);
    } else if (store.equals(LeveldbRMStateStore.class.getName())) {
      return inLeveldb(conf);
    } else if (store.equals(ZKRMStateStore.class.getName())) {
      return inZooKeeper(conf);
    }
    return Optional.empty();
  }

  private interface Content {
    byte[] read() throws Exception;
  }

  /**
   * @param name id of an application or an attempt; anything else is not a record of either
   * @param place for messages
   * @throws Exception from the store; a record that only cannot be fetched now may be a good one
   */
  private static Optional<BrokenRecordException> problemOf(
      String name, String application, String place, Content content) throws Exception {
    boolean isApplication = name.startsWith(ApplicationId.appIdStrPrefix);
    if (!isApplication && !name.startsWith(ApplicationAttemptId.appAttemptIdStrPrefix)) {
      return Optional.empty();
    }
    byte[] record = content.read();
    try {
      if (isApplication) {
        ApplicationRecords.application(name, record);
      } else {
        ApplicationRecords.attempt(name, record);
      }
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      return Optional.of(BrokenRecordException.at(place, name, application, e));
    }
  }

  // ---- FileSystemRMStateStore ----

  private static Optional<BrokenRecordException> inFiles(Configuration conf) throws Exception {
    Path root =
        new Path(
            new Path(conf.get(YarnConfiguration.FS_RM_STATE_STORE_URI)),
            "FSRMStateRoot/" + APPLICATIONS);
    // A separate file system, because the store closes the shared one.
    try (FileSystem files = FileSystem.newInstance(root.toUri(), conf)) {
      for (FileStatus application : files.listStatus(root)) {
        for (FileStatus record : files.listStatus(application.getPath())) {
          Optional<BrokenRecordException> broken = inFile(record.getPath(), files);
          if (broken.isPresent()) {
            return broken;
          }
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<BrokenRecordException> inFile(Path record, FileSystem files)
      throws Exception {
    String name = record.getName();
    // The store drops incomplete files.
    if (name.endsWith(".tmp") || name.endsWith(".new")) {
      return Optional.empty();
    }
    return problemOf(
        name,
        record.getParent().getName(),
        record.toString(),
        () -> {
          try (FSDataInputStream content = files.open(record)) {
            return content.readAllBytes();
          }
        });
  }

  // ---- LeveldbRMStateStore ----

  private static Optional<BrokenRecordException> inLeveldb(Configuration conf) throws Exception {
    File folder = new File(conf.get(YarnConfiguration.RM_LEVELDB_STORE_PATH, ""), "yarn-rm-state");
    try (DB db = JniDBFactory.factory.open(folder, new Options().createIfMissing(false));
        LeveldbIterator records = new LeveldbIterator(db)) {
      records.seek(JniDBFactory.bytes(APPLICATIONS + "/"));
      while (records.hasNext()) {
        Map.Entry<byte[], byte[]> record = records.next();
        String key = JniDBFactory.asString(record.getKey());
        List<String> names = List.of(key.split("/"));
        if (!names.get(0).equals(APPLICATIONS)) {
          break;
        }
        Optional<BrokenRecordException> broken =
            problemOf(
                names.get(names.size() - 1),
                names.get(1),
                folder + ", key " + key,
                record::getValue);
        if (broken.isPresent()) {
          return broken;
        }
      }
    }
    return Optional.empty();
  }

  // ---- ZKRMStateStore ----

  private static Optional<BrokenRecordException> inZooKeeper(Configuration conf) throws Exception {
    Configuration impatient = new Configuration(conf);
    impatient.setInt("hadoop.zk.num-retries", MOST_RETRIES);
    String root =
        conf.get(
                YarnConfiguration.ZK_RM_STATE_STORE_PARENT_PATH,
                YarnConfiguration.DEFAULT_ZK_RM_STATE_STORE_PARENT_PATH)
            + "/ZKRMStateRoot/"
            + APPLICATIONS;
    // The store gets its connection, with its permissions, from this method.
    ZKCuratorManager zooKeeper = new ResourceManager().createAndStartZKManager(impatient);
    try {
      return inZnodes(zooKeeper, root);
    } finally {
      zooKeeper.close();
    }
  }

  private static Optional<BrokenRecordException> inZnodes(ZKCuratorManager zooKeeper, String root)
      throws Exception {
    for (String name : zooKeeper.getChildren(root)) {
      Optional<BrokenRecordException> broken =
          name.equals(SPLIT)
              ? inSplit(zooKeeper, root + "/" + SPLIT)
              : inZnode(zooKeeper, root + "/" + name, name);
      if (broken.isPresent()) {
        return broken;
      }
    }
    return Optional.empty();
  }

  private static Optional<BrokenRecordException> inSplit(ZKCuratorManager zooKeeper, String root)
      throws Exception {
    for (String digits : zooKeeper.getChildren(root)) {
      for (String first : zooKeeper.getChildren(root + "/" + digits)) {
        String parent = root + "/" + digits + "/" + first;
        for (String rest : zooKeeper.getChildren(parent)) {
          Optional<BrokenRecordException> broken =
              inZnode(zooKeeper, parent + "/" + rest, first + rest);
          if (broken.isPresent()) {
            return broken;
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Checks the znode of an application, and those of its attempts below it. */
  private static Optional<BrokenRecordException> inZnode(
      ZKCuratorManager zooKeeper, String path, String application) throws Exception {
    Optional<BrokenRecordException> broken =
        problemOf(application, application, path, () -> zooKeeper.getData(path));
    if (broken.isPresent()) {
      return broken;
    }
    for (String attempt : zooKeeper.getChildren(path)) {
      String place = path + "/" + attempt;
      broken = problemOf(attempt, application, place, () -> zooKeeper.getData(place));
      if (broken.isPresent()) {
        return broken;
      }
    }
    return Optional.empty();
  }
}
