package ebb.app.webhooks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToIntFunction;

/** A receiver of events over HTTP, which keeps what it gets. */
final class WebhookReceiver implements AutoCloseable {
  /** The answer of one that hangs. */
  static final int NONE = 0;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private volatile ToIntFunction<Received> answer = request -> 204;

  /**
   * A request. Headers have the names that docs/http-api.md gives them.
   *
   * @param node the node of the event
   */
  record Received(
      String webhook, String id, String timestamp, String signature, String body, String node) {

    static Received of(HttpExchange exchange) throws IOException {
      var headers = exchange.getRequestHeaders();
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      return new Received(
          headers.getFirst("Ebb-Webhook"),
          headers.getFirst("Ebb-Event-Id"),
          headers.getFirst("Ebb-Timestamp"),
          headers.getFirst("Ebb-Signature"),
          body,
          body.replaceFirst("^\\{\"nodeId\":\"([^\"]*)\".*", "$1"));
    }
  }

  WebhookReceiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::take);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      Received request = Received.of(exchange);
      received.add(request);
      int status = answer.applyAsInt(request);
      if (status == NONE) {
        closed.await();
      } else {
        exchange.getResponseHeaders().add("Location", url() + "elsewhere");
        exchange.sendResponseHeaders(status, -1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  /** Sets the status that requests get; {@link #NONE} for no answer. */
  void answers(ToIntFunction<Received> status) {
    answer = status;
  }

  /** All requests so far, in the order in which they arrived. */
  List<Received> received() {
    return received;
  }

  List<String> nodes() {
    return received.stream().map(Received::node).toList();
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
