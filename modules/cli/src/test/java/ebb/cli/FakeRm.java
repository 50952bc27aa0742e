package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import ebb.cli.client.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server that speaks the contract of the admin API, as far as a test tells it what to say. */
public final class FakeRm implements AutoCloseable {
  /**
   * @param path with the query, but without the name of who asks
   * @param user who asks; empty if that is not said by name
   */
  public record Asked(
      String method, String path, String user, Map<String, List<String>> headers, String body) {
    private static final Pattern NAME = Pattern.compile("[?&]user\\.name=([^&]*)");

    public static Asked of(HttpExchange exchange) throws IOException {
      String uri = exchange.getRequestURI().toString();
      Matcher name = NAME.matcher(uri);
      boolean isNamed = name.find();
      return new Asked(
          exchange.getRequestMethod(),
          isNamed ? uri.substring(0, name.start()) + uri.substring(name.end()) : uri,
          isNamed ? name.group(1) : "",
          Map.copyOf(exchange.getRequestHeaders()),
          new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    }

    public String header(String name) {
      return Optional.ofNullable(headers.get(name)).map(values -> values.get(0)).orElse("");
    }

    public JsonNode json() {
      try {
        return Json.parse(body);
      } catch (IOException e) {
        throw new IllegalStateException(body, e);
      }
    }
  }

  /**
   * @param status 0 breaks the connection off without an answer
   * @param challenge of the header WWW-Authenticate; empty for none
   */
  public record Reply(int status, String body, String challenge) {
    Reply(int status, String body) {
      this(status, body, "");
    }

    public static Reply ok(String body) {
      return new Reply(200, body);
    }

    public static Reply problem(int status, String code, String detail) {
      return new Reply(status, "{\"code\": \"%s\", \"detail\": \"%s\"}".formatted(code, detail));
    }

    static Reply unauthenticated(String challenge) {
      Reply problem = problem(401, "unauthenticated", "Who are you?");
      return new Reply(problem.status(), problem.body(), challenge);
    }
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Function<Asked, Reply>> replies = new ConcurrentHashMap<>();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private volatile Function<Asked, Reply> otherwise =
      request -> Reply.problem(404, "not-found", "No resource " + request.path());

  private FakeRm(HttpServer server) {
    this.server = server;
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  public static FakeRm start() {
    try {
      return of(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static FakeRm of(HttpServer server) {
    return new FakeRm(server);
  }

  /**
   * @param request method and path without the query, as in {@code GET /api/v1/nodes}
   */
  public FakeRm on(String request, String body) {
    return on(request, any -> Reply.ok(body));
  }

  public FakeRm on(String request, Function<Asked, Reply> reply) {
    replies.put(request, reply);
    return this;
  }

  /** To each request that {@link #on} does not name. */
  FakeRm otherwise(Function<Asked, Reply> reply) {
    otherwise = reply;
    return this;
  }

  private void answer(HttpExchange exchange) throws IOException {
    Asked request = Asked.of(exchange);
    asked.add(request);
    Reply reply =
        replies
            .getOrDefault(request.method() + " " + exchange.getRequestURI().getPath(), otherwise)
            .apply(request);
    if (reply.status() != 0) {
      if (!reply.challenge().isEmpty()) {
        exchange.getResponseHeaders().add("WWW-Authenticate", reply.challenge());
      }
      if (reply.body().startsWith("id: ")) {
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
      }
      byte[] answer = reply.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(reply.status(), answer.length);
      exchange.getResponseBody().write(answer);
    }
    exchange.close();
  }

  public List<Asked> asked() {
    return asked;
  }

  /** Those with this method, in order. */
  public List<Asked> asked(String method) {
    return asked.stream().filter(each -> each.method().equals(method)).toList();
  }

  public List<String> paths() {
    return asked.stream().map(each -> each.method() + " " + each.path()).toList();
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public String url() {
    return "http://127.0.0.1:" + port();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
