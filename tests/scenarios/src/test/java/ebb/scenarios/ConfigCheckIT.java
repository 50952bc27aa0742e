package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A configuration is checked while the ResourceManager that uses it runs. */
class ConfigCheckIT {
  @TempDir Path folder;
  private Path stores;
  private LoneInstance instance;

  @BeforeEach
  void prepare() {
    stores = folder.resolve("stores");
    instance =
        LoneInstance.of(
            LoopbackCluster.create(
                Installation.find(),
                Map.of(
                    "yarn.scheduler.configuration.store.class",
                    "leveldb",
                    "yarn.scheduler.configuration.leveldb-store.path",
                    stores.resolve("queues").toString(),
                    "yarn.node-labels.enabled",
                    "true",
                    "yarn.node-labels.fs-store.root-dir",
                    stores.resolve("labels").toUri().toString())));
  }

  @AfterEach
  void close() {
    instance.endProcesses();
    instance.close();
  }

  @Test
  void shouldNeitherNeedNorTouchTheStoresThatAreInUse() throws Exception {
    instance.start();
    List<String> before = tree();
    assertThat(before).anyMatch(file -> file.contains("/queues/"));

    EbbRun check =
        EbbRun.of(
            instance.cluster(),
            List.of(
                "config",
                "check",
                "--conf",
                instance.cluster().folder().conf().toString(),
                "--data",
                folder.resolve("no-data").toString()));

    assertThat(check.exitCode()).as(check.toString()).isZero();
    assertThat(tree()).isEqualTo(before);
    assertThat(folder.resolve("no-data")).doesNotExist();
  }

  /**
   * As the link in Hadoop's web pages does it. The file must not grow meanwhile: Jetty 9.4's
   * DefaultServlet sometimes answers 500 for a growing file, in YARN as well.
   */
  @Test
  void shouldShowTheFolderOfItsLogOnHadoopsWebPages() throws Exception {
    instance.start();
    Files.writeString(instance.data().resolve("logs/of-yesterday.log"), "an old line");

    assertThat(get("/logs/")).contains("ebb.log").contains("of-yesterday.log");
    assertThat(get("/logs/of-yesterday.log")).isEqualTo("an old line");
  }

  private String get(String path) throws IOException, InterruptedException {
    Configuration site = new Configuration(false);
    Path file = instance.cluster().folder().conf().resolve("yarn-site.xml");
    site.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
    String address = site.get("yarn.resourcemanager.webapp.address");
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create("http://" + address + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  /** Names, sizes and times. */
  private List<String> tree() throws IOException {
    try (Stream<Path> files = Files.walk(stores)) {
      return files.sorted().map(ConfigCheckIT::asText).toList();
    }
  }

  private static String asText(Path file) {
    try {
      return file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
