package ebb.cli.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** The JDK's new HTTP client, which never repeats a request by itself. */
final class HttpClientTransport implements Transport {
  private final Credentials access;
  private @Nullable HttpClient client;

  HttpClientTransport(Credentials access) {
    this.access = access;
  }

  @Override
  public AdminReply send(URI base, AdminRequest request) throws IOException {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(base.resolve(request.path()))
            .timeout(ANSWER_LIMIT)
            .header("Accept", "application/json")
            .header("Content-Type", "application/json")
            .method(
                request.method(),
                BodyPublishers.ofString(request.body().map(Json::compact).orElse("")));
    request.headers().forEach(builder::header);
    try {
      HttpResponse<String> response = client(base).send(builder.build(), BodyHandlers.ofString());
      return new AdminReply(
          response.statusCode(),
          response.body(),
          response.headers().allValues(AdminReply.CHALLENGE));
    } catch (ConnectException | HttpConnectTimeoutException | SSLHandshakeException e) {
      throw new NotSentException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted");
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  private HttpClient client(URI base) {
    HttpClient made = client;
    if (made == null) {
      HttpClient.Builder builder =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .connectTimeout(CONNECT_LIMIT);
      if ("https".equals(base.getScheme())) {
        builder.sslContext(access.tls());
      }
      made = builder.build();
      client = made;
    }
    return made;
  }
}
