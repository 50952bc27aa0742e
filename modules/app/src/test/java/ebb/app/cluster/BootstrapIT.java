package ebb.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.app.MemberProcess;
import ebb.journal.JournalCreation;
import ebb.postgres.LoopbackPorts;
import ebb.postgres.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Instances that know no addresses find each other by Akka's Cluster Bootstrap, as they do in
 * Kubernetes. Here a list in the configuration stands for its API; everything else is the same.
 */
@Tag("long")
final class BootstrapIT {
  private static final String MEMBER = "member";
  private static final String LEADS = "leads";

  @TempDir Path folder;
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<MemberProcess> started = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();
  private final List<Integer> contactPoints = new ArrayList<>();
  private String url;
  private Path passwordFile;

  @BeforeEach
  void chooseADatabaseAndPorts() throws IOException {
    url = PostgresServer.shared().createDatabase();
    passwordFile =
        Files.writeString(folder.resolve("password"), PostgresServer.shared().password());
    JournalCreation.create(url, PostgresServer.USER, passwordFile.toString());
    for (int i = 0; i < 3; i++) {
      ports.add(LoopbackPorts.free());
      contactPoints.add(LoopbackPorts.free());
    }
  }

  @AfterEach
  void killWhatRuns() {
    started.forEach(MemberProcess::close);
  }

  /** All start at once, as a StatefulSet may let them: one cluster with one leader. */
  @Test
  void shouldFormOneClusterAndLetInWhoComesBack() throws Exception {
    // when
    for (int i = 0; i < 3; i++) {
      start(i);
    }
    started.forEach(each -> each.awaitSaid(MEMBER, 1));
    // then
    await().atMost(Duration.ofMinutes(1)).until(() -> leaders() == 1);
    for (int port : contactPoints) {
      assertThat(status(port, "/alive")).isEqualTo(200);
      await().atMost(Duration.ofSeconds(30)).until(() -> status(port, "/ready") == 200);
    }
    // and nobody can change anything at that port
    assertThat(status(contactPoints.get(0), "/cluster/members")).isEqualTo(404);
    for (String path : List.of("/alive", "/ready", "/bootstrap/seed-nodes", "/cluster/members")) {
      for (String method : List.of("POST", "PUT", "PATCH", "DELETE")) {
        assertThat(status(contactPoints.get(0), path, method)).as(method + path).isIn(404, 405);
      }
    }
    // when one is lost and started again, at other ports
    started.get(2).kill();
    ports.set(2, LoopbackPorts.free());
    start(2).awaitSaid(MEMBER, 1);
    // then it found the others, and is one of them
    for (int contactPoint : contactPoints) {
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(
              () ->
                  assertThat(body(contactPoint, "/bootstrap/seed-nodes"))
                      .contains(ports.stream().map(port -> "127.0.0.1:" + port).toList()));
    }
  }

  private long leaders() {
    return started.stream().filter(each -> each.hasSaid(LEADS)).count();
  }

  private int status(int port, String path) throws IOException, InterruptedException {
    return get(port, path).statusCode();
  }

  private int status(int port, String path, String method)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .method(method, HttpRequest.BodyPublishers.ofString("{}"))
            .build();
    return http.send(request, BodyHandlers.ofString()).statusCode();
  }

  private String body(int port, String path) throws IOException, InterruptedException {
    return get(port, path).body();
  }

  private HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    return http.send(request, BodyHandlers.ofString());
  }

  private MemberProcess start(int index) throws IOException {
    String endpoints =
        contactPoints.stream()
            .map(port -> "{ host = \"127.0.0.1\", port = " + port + " }")
            .collect(Collectors.joining(", "));
    String settings =
        """
        ebb.cluster.bootstrap { method = config, service = ebb, port = %d }
        akka.discovery.config.services.ebb.endpoints = [ %s ]
        """
            .formatted(contactPoints.get(index), endpoints);
    String name = "rm" + (index + 1);
    MemberProcess process =
        MemberProcess.startSearching(
            folder.resolve(name + ".log"), name, ports.get(index), settings, url, passwordFile);
    started.add(process);
    return process;
  }
}
