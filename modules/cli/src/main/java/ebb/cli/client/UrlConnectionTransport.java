package ebb.cli.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.HttpsURLConnection;

/**
 * The JDK's old HTTP client, which starts in a fraction of the time of the new one. It cannot send
 * PATCH and may repeat a request by itself, so it is used only for requests that may be repeated.
 */
final class UrlConnectionTransport implements Transport {
  static {
    // This client would answer a demand for a Kerberos ticket by itself, and ask for a password.
    // The JDK's default, set explicitly, prevents this: it uses no ticket that it is not given.
    System.setProperty("javax.security.auth.useSubjectCredsOnly", "true");
  }

  private static final String STREAM = "text/event-stream";

  private final Credentials access;
  private final Consumer<String> lines;

  UrlConnectionTransport(Credentials access) {
    this(
        access,
        line -> {
          throw new IllegalStateException("nobody has asked for " + STREAM);
        });
  }

  /**
   * @param lines receives each line of a streamed answer as it arrives; the reply has none of them
   */
  UrlConnectionTransport(Credentials access, Consumer<String> lines) {
    this.access = access;
    this.lines = lines;
  }

  @Override
  public AdminReply send(URI base, AdminRequest request) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) base.resolve(request.path()).toURL().openConnection();
    connection.setRequestMethod(request.method());
    connection.setConnectTimeout((int) CONNECT_LIMIT.toMillis());
    connection.setReadTimeout((int) ANSWER_LIMIT.toMillis());
    // A redirect would send the token to another server.
    connection.setInstanceFollowRedirects(false);
    connection.setRequestProperty("Accept", "application/json");
    request.headers().forEach(connection::setRequestProperty);
    if (!request.isRead()) {
      connection.setDoOutput(true);
      connection.setRequestProperty("Content-Type", "application/json");
    }
    if (connection instanceof HttpsURLConnection https) {
      https.setSSLSocketFactory(access.tls().getSocketFactory());
    }
    try {
      connection.connect();
    } catch (IOException e) {
      throw new NotSentException(e);
    }
    if (request.body().isPresent()) {
      try (OutputStream body = connection.getOutputStream()) {
        body.write(Json.compact(request.body().get()).getBytes(StandardCharsets.UTF_8));
      }
    }
    int status = connection.getResponseCode();
    try (InputStream body =
        status >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
      if (body != null && String.valueOf(connection.getContentType()).startsWith(STREAM)) {
        follow(body);
        return new AdminReply(status, "{}", List.of());
      }
      String text = body == null ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8);
      return new AdminReply(status, text, challenges(connection));
    }
  }

  /** Reads until the stream ends, normally or not: the caller then requests it again. */
  private void follow(InputStream body) {
    var reader = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    while (true) {
      String line;
      try {
        line = reader.readLine();
      } catch (IOException e) {
        return;
      }
      if (line == null) {
        return;
      }
      lines.accept(line);
    }
  }

  private static List<String> challenges(HttpURLConnection connection) {
    return connection.getHeaderFields().entrySet().stream()
        .filter(header -> AdminReply.CHALLENGE.equalsIgnoreCase(header.getKey()))
        .flatMap(header -> header.getValue().stream())
        .toList();
  }
}
