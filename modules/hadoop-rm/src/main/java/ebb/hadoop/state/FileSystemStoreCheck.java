package ebb.hadoop.state;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore;

/**
 * Finds the record that a FileSystemRMStateStore cannot read: the store itself does not say which
 * it is.
 */
public final class FileSystemStoreCheck {
  private static final String APPLICATIONS = "FSRMStateRoot/RMAppRoot";

  private FileSystemStoreCheck() {}

  /** Looks at each application; empty if all can be read, or another store is configured. */
  public static Optional<BrokenRecordException> findBroken(Configuration conf) throws IOException {
    if (!conf.get(YarnConfiguration.RM_STORE, "").equals(FileSystemRMStateStore.class.getName())) {
      return Optional.empty();
    }
    Path root = new Path(new Path(conf.get(YarnConfiguration.FS_RM_STATE_STORE_URI)), APPLICATIONS);
    // A file system of its own: the store closes the one that others share.
    try (FileSystem files = FileSystem.newInstance(root.toUri(), conf)) {
      for (FileStatus application : files.listStatus(root)) {
        for (FileStatus record : files.listStatus(application.getPath())) {
          Optional<BrokenRecordException> broken = problemOf(record.getPath(), files);
          if (broken.isPresent()) {
            return broken;
          }
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<BrokenRecordException> problemOf(Path record, FileSystem files) {
    String name = record.getName();
    // The store drops what it had not written to the end.
    if (name.endsWith(".tmp") || name.endsWith(".new")) {
      return Optional.empty();
    }
    try (FSDataInputStream content = files.open(record)) {
      if (name.startsWith(ApplicationId.appIdStrPrefix)) {
        ApplicationRecords.application(name, content.readAllBytes());
      } else if (name.startsWith(ApplicationAttemptId.appAttemptIdStrPrefix)) {
        ApplicationRecords.attempt(name, content.readAllBytes());
      }
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      return Optional.of(BrokenRecordException.of(name, record.getParent().getName(), e));
    }
  }
}
