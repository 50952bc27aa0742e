package ebb.hadoop.config;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.hadoop.HadoopFolder;
import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManager;
import ebb.hadoop.scheduler.Resizes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.yarn.FileSystemBasedConfigurationProvider;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Configuration files that lie in a file system of Hadoop's, beside none on the class path. */
class RemoteConfigurationIT {
  @TempDir static Path folder;
  static HadoopFolder remote;
  static RunningRm rm;

  @BeforeAll
  static void start() throws Exception {
    remote = HadoopFolder.in(folder.resolve("remote"));
    remote.exclude("0.0.0.0:123");
    HadoopFolder local = HadoopFolder.in(folder.resolve("local"));
    local.set("yarn.resourcemanager.nodes.exclude-path", "/nowhere");
    for (String service : HadoopFolder.SERVICES) {
      String key = "yarn.resourcemanager." + service;
      local.set(key, remote.get(key));
    }
    local.set(
        "yarn.resourcemanager.configuration.provider-class",
        FileSystemBasedConfigurationProvider.class.getName());
    local.set(
        "yarn.resourcemanager.configuration.file-system-based-store", remote.path().toString());
    rm = RunningRm.start(folder, local);
  }

  @AfterAll
  static void stop() {
    rm.close();
  }

  @Test
  @Tag("case-178")
  void shouldStartWithTheListsOfTheRemoteConfiguration() throws Exception {
    assertThat(rm.listsInForce().excludes().keySet()).containsExactly("0.0.0.0:123");
  }

  @Test
  @Tag("case-180")
  void shouldGiveANodeTheSizeOfTheRemoteConfiguration() throws Exception {
    // given
    SimulatedNodeManager node = rm.nodeManager("h1:1234");
    node.offers(5120, 5).register();
    sizes("h1:1234", 4096, 4);
    // when
    rm.refresh("-refreshNodesResources");
    // then
    awaitSize(node, 4096, 4);
    assertThat(node.heartbeat().getResource()).isEqualTo(Resource.newInstance(4096, 4));
  }

  /** The size of the file stays in force for whoever registers, until the file says otherwise. */
  @Test
  @Tag("case-183")
  void shouldGiveItToTheNodeAtEachRegistrationAsLongAsItIsConfigured() throws Exception {
    // given
    SimulatedNodeManager node = rm.nodeManager("h2:1234");
    node.offers(5120, 5).register();
    sizes("h2:1234", 4096, 4);
    rm.refresh("-refreshNodesResources");
    awaitSize(node, 4096, 4);
    // when, then
    assertThat(node.offers(8192, 8).register().getResource())
        .isEqualTo(Resource.newInstance(4096, 4));
    awaitSize(node, 4096, 4);
    // when
    Files.writeString(remote.path().resolve("dynamic-resources.xml"), "<configuration/>");
    rm.refresh("-refreshNodesResources");
    // then
    assertThat(node.offers(8192, 8).register().getResource()).isNull();
    awaitSize(node, 8192, 8);
  }

  private static void sizes(String id, int memory, int vcores) throws Exception {
    remote.write(
        "dynamic-resources.xml",
        Map.of(
            "yarn.resource.dynamic.nodes",
            id,
            "yarn.resource.dynamic." + id + ".memory",
            Integer.toString(memory),
            "yarn.resource.dynamic." + id + ".vcores",
            Integer.toString(vcores)));
  }

  private static void awaitSize(SimulatedNodeManager node, int memory, int vcores) {
    Resizes.awaitShown(rm, node.id().toString(), memory, vcores);
  }
}
