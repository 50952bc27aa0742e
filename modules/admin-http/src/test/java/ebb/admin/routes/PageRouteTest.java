package ebb.admin.routes;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.admin.AdminApiTestBase;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page in front of the tests' class path is a small one. */
class PageRouteTest extends AdminApiTestBase {
  private static final HttpClient BROWSER = HttpClient.newHttpClient();

  private static HttpResponse<String> get(String path) throws Exception {
    return BROWSER.send(api.request(path).GET().build(), BodyHandlers.ofString());
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  @Test
  void shouldServeThePageAndKeepNobodyFromTheNextOne() throws Exception {
    HttpResponse<String> page = get("/");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(header(page, "Content-Type")).isEqualTo("text/html; charset=UTF-8");
    assertThat(header(page, "Cache-Control")).isEqualTo("no-store");
    assertThat(page.body()).contains("/assets/main-TEST.js");
  }

  @Test
  void shouldServeAssetsForEver() throws Exception {
    HttpResponse<String> asset = get("/assets/main-TEST.js");

    assertThat(asset.statusCode()).isEqualTo(200);
    assertThat(header(asset, "Content-Type")).isEqualTo("text/javascript; charset=UTF-8");
    assertThat(header(asset, "Cache-Control")).contains("immutable");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"/", "/assets/main-TEST.js"})
  void shouldLetThePageRunNothingButItsOwnScripts(String path) throws Exception {
    HttpResponse<String> response = get(path);

    assertThat(header(response, "Content-Security-Policy"))
        .startsWith("default-src 'none';")
        .contains("script-src 'self';", "frame-ancestors 'none'", "form-action 'none'")
        .doesNotContain("unsafe", "*");
    assertThat(header(response, "X-Content-Type-Options")).isEqualTo("nosniff");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "/assets/",
        "/assets/other.js",
        "/assets/..%2findex.html",
        "/assets/../assets.txt",
        "/index.html",
        "/assets/main-TEST.js/x"
      })
  void shouldServeNothingElse(String path) throws Exception {
    assertProblem(api.get(path), 404, "not-found");
  }

  @Test
  void shouldTakeNothing() throws Exception {
    assertProblem(
        api.send(api.request("/").method("POST", BodyPublishers.noBody())),
        405,
        "method-not-allowed");
  }
}
