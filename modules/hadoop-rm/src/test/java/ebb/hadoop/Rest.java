package ebb.hadoop;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** Hadoop's web port: its REST API and its pages. */
public final class Rest {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();

  private Rest() {}

  public static String get(HadoopFolder conf, String path) throws Exception {
    return exchange(conf, "GET", path, "application/json", "").body();
  }

  /**
   * @param accept empty for a request without an Accept header
   * @param body JSON; empty for none
   */
  public static HttpResponse<String> exchange(
      HadoopFolder conf, String method, String path, String accept, String body) throws Exception {
    String address = conf.get(YarnConfiguration.RM_WEBAPP_ADDRESS);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + address + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (!accept.isEmpty()) {
      request.header("Accept", accept);
    }
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
