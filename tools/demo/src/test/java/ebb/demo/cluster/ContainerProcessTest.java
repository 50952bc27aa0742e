package ebb.demo.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.cluster.ContainerProcess.Candidate;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ContainerProcessTest {
  private static final Path NODES = Path.of("/tmp/ebb-cluster-1/nodes");
  private static final String JAVA =
      "/usr/bin/java -Djava.io.tmpdir=/tmp/ebb-cluster-1/nodes/127.0.0.12/local/usercache/me/"
          + "appcache/application_1700000000000_0001/";

  @Test
  void shouldReadContainerAndHostFromTheCommandLine() {
    assertThat(
            ContainerProcess.parse(
                NODES,
                JAVA + "container_1700000000000_0001_01_000004/tmp org.apache.YarnChild 127.0.0.13",
                7))
        .contains(new ContainerProcess("container_1700000000000_0001_01_000004", "127.0.0.12", 7));
  }

  @Test
  void shouldKnowTheApplicationMasterByTheNumberOfItsContainer() {
    assertThat(ContainerProcess.parse(NODES, JAVA + "container_1700000000000_0001_01_000001", 7))
        .hasValueSatisfying(master -> assertThat(master.isApplicationMaster()).isTrue());
    assertThat(ContainerProcess.parse(NODES, JAVA + "container_1700000000000_0001_01_1000001", 7))
        .hasValueSatisfying(task -> assertThat(task.isApplicationMaster()).isFalse());
  }

  @Test
  void shouldReadIdsOfContainersThatWereStartedAfterARestart() {
    assertThat(
            ContainerProcess.parse(NODES, JAVA + "container_e17_1700000000000_0001_01_000009", 7))
        .hasValueSatisfying(
            container ->
                assertThat(container.containerId())
                    .isEqualTo("container_e17_1700000000000_0001_01_000009"));
  }

  @Test
  void shouldNotTakeOtherProcessesForContainers() {
    assertThat(ContainerProcess.parse(NODES, "/usr/bin/java -cp /tmp/ebb-cluster-1/conf Nm", 7))
        .isEmpty();
    assertThat(
            ContainerProcess.parse(
                Path.of("/tmp/another/nodes"), JAVA + "container_1700000000000_0001_01_000004", 7))
        .isEmpty();
  }

  @Test
  void shouldNotTakeACommandThatAContainerStartsForAContainer() {
    var container = new ContainerProcess("container_1700000000000_0001_01_000004", "127.0.0.12", 7);
    var fork = new ContainerProcess(container.containerId(), container.host(), 8);
    var goneFork = new ContainerProcess(container.containerId(), container.host(), 9);

    assertThat(
            ContainerProcess.withoutForks(
                List.of(
                    new Candidate(container, Optional.of(1L)),
                    new Candidate(fork, Optional.of(7L)),
                    new Candidate(goneFork, Optional.empty()))))
        .containsExactly(container);
  }
}
