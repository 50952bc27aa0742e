package ebb.demo.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class ClusterConfigFilesTest {
  private final ClusterFolder folder = ClusterFolder.create();
  private final ClusterPorts ports = new ClusterPorts(1, 2, 3, 4, 5, 6, 7);
  private final ClusterPorts others = new ClusterPorts(11, 12, 13, 14, 15, 16, 17);

  @AfterEach
  void remove() {
    folder.delete();
  }

  @Test
  void shouldWriteFilesThatHadoopCanRead() throws Exception {
    // when
    write(Map.of());
    // then
    Map<String, String> yarn = read("yarn-site.xml");
    assertThat(yarn)
        .containsEntry("yarn.resourcemanager.admin.address", "127.0.0.1:4")
        .doesNotContainKey("yarn.resourcemanager.ha.enabled")
        .containsEntry("yarn.nodemanager.address", "${ebb.demo.node.host}:0")
        .containsEntry("yarn.resourcemanager.nodes.exclude-path", "/excluded & out.xml");
    assertThat(read("mapred-site.xml")).containsEntry("mapreduce.shuffle.port", "0");
    assertThat(read("core-site.xml")).containsEntry("fs.defaultFS", "file:///");
    assertThat(read("capacity-scheduler.xml"))
        .containsEntry("yarn.scheduler.capacity.root.queues", "default");
    assertThat(text("ebb.conf")).contains("ebb.instance = \"demo\"", "ebb.http.port = 6");
  }

  @Test
  void shouldLetExtraSettingsWin() throws Exception {
    // when
    write(Map.of("yarn.nodemanager.resource.memory-mb", "123", "a.key", "a value"));
    // then
    assertThat(read("yarn-site.xml"))
        .containsEntry("yarn.nodemanager.resource.memory-mb", "123")
        .containsEntry("a.key", "a value");
  }

  @Test
  void shouldTellAllInstancesOfEachOtherAndEachOfItself() throws Exception {
    // when
    write(
        new InstanceSet(
            new TreeMap<>(Map.of("rm1", ports, "rm2", others)),
            Optional.of(new SharedJournal("jdbc:postgresql://h:1/d", "somebody", "secret word"))),
        Map.of());
    // then
    assertThat(read("yarn-site.xml"))
        .containsEntry("yarn.resourcemanager.ha.rm-ids", "rm1,rm2")
        .containsEntry("yarn.resourcemanager.admin.address.rm1", "127.0.0.1:4")
        .containsEntry("yarn.resourcemanager.admin.address.rm2", "127.0.0.1:14")
        .doesNotContainKey("yarn.resourcemanager.admin.address");
    assertThat(text("ebb.conf"))
        .contains("seed-nodes = \"127.0.0.1:7,127.0.0.1:17\"", "jdbc:postgresql://h:1/d")
        .doesNotContain("secret");
    assertThat(text("rm2.conf")).contains("ebb.cluster.port = 17", "ebb.http.port = 16");
    Path password = folder.conf().resolve("journal-password");
    assertThat(Files.readString(password)).isEqualTo("secret word\n");
    assertThat(Files.getPosixFilePermissions(password))
        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  }

  @Test
  void shouldNotSayThePasswordOfADatabase() {
    assertThat(new SharedJournal("url", "somebody", "secret word").toString())
        .doesNotContain("secret");
  }

  private void write(Map<String, String> extra) {
    write(new InstanceSet(new TreeMap<>(Map.of("demo", ports)), Optional.empty()), extra);
  }

  private void write(InstanceSet instances, Map<String, String> extra) {
    new ClusterConfigFiles(
            folder,
            instances,
            new Installation(Path.of("/rm"), Path.of("/nm"), List.of(), Path.of("/java"), Map.of()))
        .write(Path.of("/excluded & out.xml"), extra);
  }

  private String text(String name) throws IOException {
    return Files.readString(folder.conf().resolve(name));
  }

  private Map<String, String> read(String name) throws Exception {
    var properties = new HashMap<String, String>();
    var document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(folder.conf().resolve(name).toFile());
    var nodes = document.getElementsByTagName("property");
    for (int i = 0; i < nodes.getLength(); i++) {
      var property = (Element) nodes.item(i);
      properties.put(text(property, "name"), text(property, "value"));
    }
    return properties;
  }

  private static String text(Element property, String tag) {
    return property.getElementsByTagName(tag).item(0).getTextContent();
  }
}
