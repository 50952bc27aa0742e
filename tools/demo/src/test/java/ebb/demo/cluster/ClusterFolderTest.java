package ebb.demo.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ClusterFolderTest {
  @Test
  void shouldLeaveNothingBehindAndFollowNoLinks() throws IOException {
    // given
    Path elsewhere = Files.createTempFile("ebb-elsewhere-", ".txt");
    ClusterFolder folder = ClusterFolder.create();
    Path deep = Files.createDirectories(folder.nodes().resolve("127.0.0.11/local"));
    Files.writeString(deep.resolve("file"), "x");
    Files.createSymbolicLink(deep.resolve("link"), elsewhere);
    // when
    folder.delete();
    folder.delete();
    // then
    assertThat(folder.root()).doesNotExist();
    assertThat(elsewhere).exists();
    Files.delete(elsewhere);
  }
}
