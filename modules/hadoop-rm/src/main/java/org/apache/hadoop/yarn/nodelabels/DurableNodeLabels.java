package org.apache.hadoop.yarn.nodelabels;

import ebb.hadoop.state.LocalFolder;
import java.io.IOException;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * As {@link ebb.hadoop.state.DurableNodeAttributes}, for labels. In this package, because the
 * constructor of Hadoop's store is not public.
 */
public final class DurableNodeLabels extends FileSystemNodeLabelsStore {
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
