package ebb.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.ActorSystem;
import akka.http.javadsl.Http;
import akka.http.javadsl.model.HttpResponse;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Any server of Akka HTTP in an actor system with the settings of the bootstrap port. */
class BootstrapPortTest {

  @Test
  void shouldOutliveManySmallRequestsInOnePacket() throws Exception {
    Config config =
        new Bootstrap("kubernetes-api", "ebb", 3, 8558)
            .akka("127.0.0.1")
            .withFallback(
                ConfigFactory.parseString(
                    "akka { actor.provider = local, jvm-exit-on-fatal-error = off, loglevel = OFF }"))
            .withFallback(ConfigFactory.load());
    ActorSystem system = ActorSystem.create("port", config);
    try {
      // given
      InetSocketAddress address =
          Http.get(system)
              .newServerAt("127.0.0.1", 0)
              .bindSync(request -> HttpResponse.create())
              .toCompletableFuture()
              .get(20, TimeUnit.SECONDS)
              .localAddress();
      byte[] requests =
          "GET / HTTP/1.1\r\nHost:a\r\n\r\n".repeat(20_000).getBytes(StandardCharsets.US_ASCII);
      try (SocketChannel channel = SocketChannel.open()) {
        channel.socket().setSendBufferSize(requests.length);
        channel.connect(address);
        channel.configureBlocking(false);
        // when
        assertThat(channel.write(ByteBuffer.wrap(requests))).isGreaterThan(200_000);
        channel.configureBlocking(true);
        assertThat(channel.read(ByteBuffer.allocate(16))).isPositive();
        // then
        HttpRequest request =
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.getPort() + "/"))
                .timeout(Duration.ofSeconds(10))
                .build();
        assertThat(HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode())
            .isEqualTo(200);
      }
    } finally {
      system.terminate();
    }
  }
}
