package ebb.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.HttpsURLConnection;

/**
 * Reads with the JDK's old HTTP client, which starts in a fraction of the time of the new one. It
 * cannot send PATCH and may repeat a POST by itself, so it is for reading only.
 */
final class ReadWire implements Wire {
  private final Access access;

  ReadWire(Access access) {
    this.access = access;
  }

  @Override
  public AdminReply send(URI base, AdminRequest request) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) base.resolve(request.path()).toURL().openConnection();
    connection.setConnectTimeout((int) CONNECT_LIMIT.toMillis());
    connection.setReadTimeout((int) ANSWER_LIMIT.toMillis());
    // A redirect would carry the token to somebody else.
    connection.setInstanceFollowRedirects(false);
    connection.setRequestProperty("Accept", "application/json");
    request.headers().forEach(connection::setRequestProperty);
    access.authorization().ifPresent(it -> connection.setRequestProperty("Authorization", it));
    if (connection instanceof HttpsURLConnection https) {
      https.setSSLSocketFactory(access.tls().getSocketFactory());
    }
    try {
      connection.connect();
    } catch (IOException e) {
      throw new NotSentException(e);
    }
    int status = connection.getResponseCode();
    try (InputStream body =
        status >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
      String text = body == null ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8);
      return new AdminReply(status, text);
    }
  }
}
