package ebb.demo.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class ClusterSettingsTest {
  private final ClusterFolder folder = ClusterFolder.create();
  private final ClusterPorts ports = new ClusterPorts(1, 2, 3, 4, 5, 6);

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
        .containsEntry("yarn.nodemanager.address", "${ebb.demo.node.host}:0")
        .containsEntry("yarn.resourcemanager.nodes.exclude-path", "/excluded & out.xml");
    assertThat(read("mapred-site.xml")).containsEntry("mapreduce.shuffle.port", "0");
    assertThat(read("core-site.xml")).containsEntry("fs.defaultFS", "file:///");
    assertThat(read("capacity-scheduler.xml"))
        .containsEntry("yarn.scheduler.capacity.root.queues", "default");
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

  private void write(Map<String, String> extra) {
    new ClusterSettings(folder, ports, new Installation(Path.of("/rm"), Path.of("/nm")))
        .write(Path.of("/excluded & out.xml"), extra);
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
