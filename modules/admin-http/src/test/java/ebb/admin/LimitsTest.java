package ebb.admin;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ebb.admin.AdminApiServer.Answer;
import ebb.admin.access.AccessFilter;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is too large, or no HTTP, is refused in our own words, and says nothing of our inside. */
class LimitsTest extends AdminApiTestBase {
  private CapturedLog akka;

  @BeforeEach
  void listen() {
    akka = CapturedLog.of("akka.actor.ActorSystemImpl");
  }

  @AfterEach
  void stopListening() {
    akka.close();
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({"POST, /api/v1/refresh", "PATCH, /api/v1/lists/exclude"})
  void shouldRefuseALargeBody(String method, String path) throws Exception {
    String body = "{\"reason\":\"" + "x".repeat(16 * 1024) + "\"}";

    Answer answer =
        api.send(
            api.request(path)
                .header("Content-Type", "application/json")
                .header("If-Match", "\"1\"")
                .method(method, BodyPublishers.ofString(body)));

    assertProblem(answer, 413, "content-too-large");
  }

  @Test
  void shouldRefuseALargeBodyWhoseSizeIsNotSaid() throws Exception {
    String body = "x".repeat(1024);
    StringBuilder chunks = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      chunks.append("400\r\n").append(body).append("\r\n");
    }

    String answer =
        api.sendRaw(
            """
            POST /api/v1/refresh HTTP/1.1\r
            Host: localhost\r
            Content-Type: application/json\r
            Transfer-Encoding: chunked\r
            Connection: close\r
            \r
            """
                + chunks
                + "0\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 413 ").contains("content-too-large");
  }

  @Test
  void shouldRefuseALargeHeader() throws Exception {
    assertRefused(get("/health/live", "X-Long: " + "x".repeat(9 * 1024)), 431);
    assertRefused(get("/health/live", "X".repeat(100) + ": long name"), 431);
  }

  @Test
  void shouldRefuseManyHeaders() throws Exception {
    StringBuilder headers = new StringBuilder("X-0: 0");
    for (int i = 1; i < 34; i++) {
      headers.append("\r\nX-").append(i).append(": ").append(i);
    }
    assertRefused(get("/health/live", headers.toString()), 431);
  }

  /** Each of the headers is as long as it may be, and there is no end of them. */
  @Test
  void shouldEndAConnectionWhoseHeadIsLarge() throws Exception {
    assertEndsBetween(api, 16 * 1024, 24 * 1024, 7 * 1024);
  }

  @Test
  void shouldTakeALongHeadAfterALongBody() throws Exception {
    String body = "{\"type\":\"NORMAL\",\"reason\":\"" + "x".repeat(14 * 1024) + "\"}";
    String first =
        "POST /api/v1/refresh HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: %d\r\n\r\n%s".formatted(body.length(), body);
    String second = get("/health/live", "Connection: close\r\nX-Long: " + "x".repeat(7 * 1024));

    assertThat(api.sendRaw(first + second)).startsWith("HTTP/1.1 400 ").contains("HTTP/1.1 200 ");
  }

  /** Sends headers of a size one after the other, and counts what could be sent. */
  static void assertEndsBetween(AdminApiServer api, int least, int most, int header)
      throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), api.port())) {
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      out.write("GET /health/live HTTP/1.1\r\nHost: localhost\r\n".getBytes(US_ASCII));
      byte[] line = ("X-A: " + "x".repeat(header) + "\r\n").getBytes(US_ASCII);
      int sent = 0;
      while (sent <= least - line.length) {
        out.write(line);
        sent += line.length;
      }
      // nothing has come back, and it is open
      socket.setSoTimeout(1_000);
      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      int lines = (most - sent + line.length - 1) / line.length;
      socket.setSoTimeout(3_000);
      // whoever still writes hears of the end there
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < lines; i++) {
                  out.write(line);
                }
                socket.getInputStream().read();
              })
          .isInstanceOf(SocketException.class)
          .hasMessageMatching(".*(reset|Broken pipe).*");
    }
    assertThat(api.sendRaw(get("/health/live", "Connection: close"))).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void shouldRefuseALongPath() throws Exception {
    assertRefused(get("/api/v1/nodes/" + "x".repeat(3000), "X-0: 0"), 414);
  }

  @Test
  void shouldRefuseWhatIsNoHttp() throws Exception {
    assertRefused("\u0001\u0002 neither a method nor a path\r\n\r\n", 400, 501);
    assertRefused("GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 400);
    assertRefused("GET /health/live HTTP/9.9\r\nHost: localhost\r\n\r\n", 505);
  }

  @Test
  void shouldWriteEachRefusalOnOneLineOfTheLog() throws Exception {
    try (CapturedLog log = CapturedLog.of(AccessFilter.class.getName())) {
      String answer =
          api.sendRaw("GET /a%0Ab HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");

      assertThat(answer).startsWith("HTTP/1.1 421 ");
      assertThat(log.messages()).singleElement().asString().contains("/a").doesNotContain("\n");
    }
  }

  private void assertRefused(String request, Integer... statuses) throws Exception {
    int before = akka.messages().size();

    String answer = api.sendRaw(request);

    assertThat(answer).startsWith("HTTP/1.1 ");
    assertThat(Integer.parseInt(answer.substring(9, 12))).as(answer).isIn((Object[]) statuses);
    assertThat(answer)
        .contains("application/problem+json", "\"code\":\"bad-request\"", "no-store")
        .doesNotContain("akka", "Exception", "\tat ");
    // Akka writes its log in an actor.
    await()
        .untilAsserted(
            () -> assertThat(akka.messages()).as("in the log").hasSizeGreaterThan(before));
  }

  private static String get(String path, String header) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n\r\n";
  }
}
