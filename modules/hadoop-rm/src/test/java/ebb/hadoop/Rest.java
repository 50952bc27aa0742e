package ebb.hadoop;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** Hadoop's own REST API, as JSON. */
final class Rest {
  private Rest() {}

  static String get(HadoopFolder conf, String path) throws Exception {
    String address = conf.get(YarnConfiguration.RM_WEBAPP_ADDRESS);
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://" + address + path))
                .header("Accept", "application/json")
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
