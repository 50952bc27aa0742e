package ebb.demo.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TaskLogTest {
  private static final ContainerProcess TASK = new ContainerProcess("container_1_1_01_2", "a", 7);

  private final ClusterFolder folder = ClusterFolder.create();

  @AfterEach
  void remove() {
    folder.delete();
  }

  @Test
  void shouldTellATaskThatFinishedFromOneThatWasKilled() throws IOException {
    // given
    assertThat(TaskLog.of(folder, TASK)).isEmpty();
    Path container = folder.nodes().resolve("a/containers/application_1_1/container_1_1_01_2");
    Path syslog = Files.createDirectories(container).resolve("syslog");
    Files.writeString(syslog, "Starting\n");
    TaskLog log = TaskLog.of(folder, TASK).orElseThrow();
    // then
    assertThat(log.saysDone()).isFalse();
    // when
    Files.writeString(syslog, "Starting\nTask 'attempt_1_1_m_000000_0' done.\nCounters\n");
    // then
    assertThat(log.saysDone()).isTrue();
  }
}
