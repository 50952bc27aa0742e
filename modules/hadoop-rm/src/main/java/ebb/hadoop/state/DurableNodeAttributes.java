package ebb.hadoop.state;

import java.io.IOException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.FileSystemNodeAttributeStore;

/**
 * Hadoop's store of node attributes, with durable files. After the loss of power or of the disk,
 * Hadoop's own store leaves empty files that no ResourceManager starts with.
 */
public final class DurableNodeAttributes extends FileSystemNodeAttributeStore {
  @Override
  public void recover() throws IOException, YarnException {
    LocalFolder.recover(super::recover, fsWorkingPath, fs);
  }

  @Override
  protected void ensureCloseEditlogFile() throws IOException {
    super.ensureCloseEditlogFile();
    LocalFolder.sync(fsWorkingPath, fs);
  }
}
