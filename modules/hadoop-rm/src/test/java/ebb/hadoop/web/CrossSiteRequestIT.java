package ebb.hadoop.web;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.hadoop.RunningRm;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * YARN's REST API with the filter against cross-site requests as conf/ has it: what a page in a
 * browser sends changes nothing, and everybody else is served as before.
 */
class CrossSiteRequestIT {
  private static final Path SHIPPED = Path.of("..", "..", "conf");
  private static final String BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101";
  private static final String PREFIX = YarnConfiguration.RM_CSRF_PREFIX;

  @TempDir static Path folder;
  static RunningRm rm;

  @BeforeAll
  static void start() throws Exception {
    Map<String, String> site = filterIn("yarn-site.xml");
    assertThat(site).isEqualTo(Map.of(YarnConfiguration.RM_CSRF_ENABLED, "true"));
    rm = RunningRm.in(folder, site);
  }

  @AfterAll
  static void stop() throws Exception {
    rm.close();
  }

  @Test
  void shouldBeOnInEverythingThatIsShipped() throws Exception {
    assertThat(filterIn("cluster/yarn-site.xml")).isEqualTo(filterIn("yarn-site.xml"));
    assertThat(Files.readString(SHIPPED.resolve("kubernetes/configmap.yaml")))
        .contains("<name>" + YarnConfiguration.RM_CSRF_ENABLED + "</name><value>true</value>");
  }

  @Test
  void shouldRefuseWhatAPageOfAnotherSiteSends() throws Exception {
    assertThat(kill(Map.of("User-Agent", BROWSER)).statusCode()).isEqualTo(400);
  }

  @Test
  void shouldServeABrowserThatSendsTheHeader() throws Exception {
    assertThat(kill(Map.of("User-Agent", BROWSER, "X-XSRF-HEADER", "")).statusCode())
        .isEqualTo(404);
  }

  @Test
  void shouldServeWhoIsNoBrowser() throws Exception {
    assertThat(kill(Map.of("User-Agent", "curl/8.5.0")).statusCode()).isEqualTo(404);
    assertThat(kill(Map.of()).statusCode()).isEqualTo(404);
  }

  @Test
  void shouldLetABrowserLook() throws Exception {
    HttpRequest read = request("/ws/v1/cluster/info").header("User-Agent", BROWSER).build();

    assertThat(send(read).statusCode()).isEqualTo(200);
  }

  /** Of an application that is not known, which is found out behind the filter. */
  private static HttpResponse<String> kill(Map<String, String> headers) throws Exception {
    HttpRequest.Builder kill =
        request("/ws/v1/cluster/apps/application_1_0001/state?user.name=anna")
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString("{\"state\":\"KILLED\"}"));
    headers.forEach(kill::header);
    return send(kill.build());
  }

  private static HttpRequest.Builder request(String path) {
    String address = rm.conf().get(YarnConfiguration.RM_WEBAPP_ADDRESS);
    return HttpRequest.newBuilder(URI.create("http://" + address + path));
  }

  private static HttpResponse<String> send(HttpRequest request) throws Exception {
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static Map<String, String> filterIn(String file) {
    Configuration shipped = new Configuration(false);
    shipped.addResource(new org.apache.hadoop.fs.Path(SHIPPED.resolve(file).toUri()));
    Map<String, String> filter = new java.util.TreeMap<>();
    shipped.getPropsWithPrefix(PREFIX).forEach((key, value) -> filter.put(PREFIX + key, value));
    return filter;
  }
}
