package ebb.hadoop.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever is told that a record is broken deletes it. */
class StoreCheckTest {
  private static final String APPLICATION = "application_1700000000000_0007";
  private static final String ATTEMPT = "appattempt_1700000000000_0007_000001";

  @TempDir private Path folder;

  /** As while the store does not answer: it may be a good one. */
  @Test
  void shouldNotCallARecordBrokenThatCannotBeRead() throws Exception {
    Path application = folder.resolve("FSRMStateRoot/RMAppRoot").resolve(APPLICATION);
    for (String name : new String[] {APPLICATION, ATTEMPT}) {
      // given what nobody can read, though it is there
      Path record = Files.createDirectories(application.resolve(name));
      // when, then
      assertThatThrownBy(() -> StoreCheck.findBroken(conf()))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(BrokenRecordException.class);
      // when it can be read
      Files.delete(record);
      Files.write(record, "no record".getBytes(StandardCharsets.UTF_8));
      // then
      assertThat(StoreCheck.findBroken(conf()))
          .get()
          .extracting(Throwable::getMessage)
          .asString()
          .startsWith("The record of " + name + " in the state store")
          .endsWith("-remove-application-from-state-store " + APPLICATION);
      Files.delete(record);
    }
  }

  private Configuration conf() {
    Configuration conf = new Configuration();
    conf.set(YarnConfiguration.RM_STORE, FileSystemRMStateStore.class.getName());
    conf.set(YarnConfiguration.FS_RM_STATE_STORE_URI, folder.toUri().toString());
    return conf;
  }
}
