package ebb.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.admin.http.Connections;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections that send next to nothing shut nobody out, and do not stay. */
class SlowConnectionsIT extends AdminApiTestBase {
  private final List<Socket> sockets = new ArrayList<>();
  private CapturedLog log;

  @BeforeEach
  void listen() {
    log = CapturedLog.of(Connections.class.getName());
  }

  @AfterEach
  void hangUp() throws IOException {
    log.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  @Test
  void shouldAnswerWhileElevenHundredConnectionsSendAByteNowAndThen() throws Exception {
    // given
    for (int i = 0; i < 1100; i++) {
      send(connect(), "G");
    }
    // when
    long begin = System.nanoTime();
    String health = api.sendRaw(request("/health/live"));
    String nodes = api.sendRaw(request("/api/v1/nodes"));
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    // then
    assertThat(health).startsWith("HTTP/1.1 200 ");
    assertThat(nodes).startsWith("HTTP/1.1 200 ");
    assertThat(took).isLessThan(Duration.ofSeconds(1));
    assertThat(log.messages())
        .singleElement()
        .asString()
        .startsWith("The admin API has 512 connections, 512 of them idle; a new one from")
        .contains("127.0.0.1", "ebb.http.max-connections = 1024");
    // and in the end none of them is left, whatever they send
    await()
        .pollInterval(Duration.ofSeconds(1))
        .atMost(Duration.ofSeconds(20))
        .until(() -> sockets.stream().allMatch(SlowConnectionsIT::isAborted));
    assertThat(api.sendRaw(request("/api/v1/nodes"))).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void shouldGiveTheHeadOfTheFirstRequestTenSecondsHoweverManyBytesCome() throws Exception {
    // given
    Socket slow = connect();
    long begin = System.nanoTime();
    send(slow, "GET /health/live HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
    // when
    await()
        .pollInterval(Duration.ofMillis(200))
        .atMost(Duration.ofSeconds(20))
        .until(() -> isAborted(slow));
    // then
    assertThat(Duration.ofNanos(System.nanoTime() - begin))
        .isBetween(Duration.ofSeconds(9), Duration.ofSeconds(13));
  }

  @Test
  void shouldGiveTheNextRequestOfAConnectionNoMoreTimeThanAnAnswerMayTake() throws Exception {
    // given an answered request, of an API whose answers take ten and a half seconds at most
    Socket kept = connect();
    send(kept, "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertThat(kept.getInputStream().read()).isEqualTo('H');
    // when, then
    await()
        .pollInterval(Duration.ofMillis(200))
        .atMost(Duration.ofSeconds(20))
        .until(() -> isAborted(kept));
  }

  @Test
  void shouldNotKeepAConnectionOpenForSomebodyWhoDoesNotRead() throws Exception {
    // given answers that fill every buffer on their way
    try (SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), api.port()))) {
      channel.configureBlocking(false);
      byte[] request =
          "GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII);
      AtomicInteger sent = new AtomicInteger();
      // when, then
      await()
          .pollInterval(Duration.ofMillis(10))
          .atMost(Duration.ofSeconds(60))
          .until(() -> isAborted(channel, request, sent));
      assertThat(sent.get()).isGreaterThan(1_000_000);
    }
  }

  private static boolean isAborted(SocketChannel channel, byte[] request, AtomicInteger sent) {
    try {
      for (int i = 0; i < 1000; i++) {
        int from = sent.get() % request.length;
        int written = channel.write(ByteBuffer.wrap(request, from, request.length - from));
        sent.addAndGet(written);
      }
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** Akka HTTP would parse them one within the other, and end the process for want of stack. */
  @Test
  void shouldOutliveManySmallRequestsInOnePacket() throws Exception {
    // given
    byte[] requests =
        "GET / HTTP/1.1\r\nHost:a\r\n\r\n".repeat(20_000).getBytes(StandardCharsets.US_ASCII);
    try (SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), api.port()))) {
      channel.socket().setSendBufferSize(requests.length);
      channel.configureBlocking(false);
      // when as many are on their way as find room
      int written = channel.write(ByteBuffer.wrap(requests));
      // then
      assertThat(written).isGreaterThan(200_000);
      assertThat(api.sendRaw(request("/health/live"))).startsWith("HTTP/1.1 200 ");
      channel.configureBlocking(true);
      assertThat(channel.read(ByteBuffer.allocate(16))).isPositive();
    }
  }

  @Test
  void shouldGiveABodyFiveSeconds() throws Exception {
    // given
    Socket slow = connect();
    long begin = System.nanoTime();
    send(
        slow,
        """
        POST /api/v1/refresh HTTP/1.1\r
        Host: localhost\r
        Content-Type: application/json\r
        Content-Length: 10000\r
        \r
        {\
        """);
    // when
    await()
        .pollInterval(Duration.ofMillis(200))
        .atMost(Duration.ofSeconds(20))
        .until(() -> slow.getInputStream().available() > 0 || isAborted(slow));
    // then
    assertThat(Duration.ofNanos(System.nanoTime() - begin))
        .isBetween(Duration.ofSeconds(4), Duration.ofSeconds(8));
    assertThat(api.leader.refreshes).isEmpty();
  }

  @Test
  void shouldAnswerHealthWhileEveryConnectionIsBeingAnswered() throws Exception {
    // given as many requests as one address may have, none of which the leader answers
    try (AdminApiServer small = new AdminApiServer(8)) {
      small.leader.fallsSilent();
      List<Socket> all = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), small.port());
        sockets.add(socket);
        all.add(socket);
        send(socket, request("/api/v1/nodes"));
      }
      // A connection without a whole request would make room for the next one.
      await().until(() -> small.leader.unanswered() == 4);
      assertThat(small.sendRaw(request("/api/v1/nodes"))).contains("too-many-conn");
      // when
      String health = small.sendRaw(request("/health/live"));
      String ready = small.sendRaw("GET /health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n");
      // then
      assertThat(health).startsWith("HTTP/1.1 200 ");
      assertThat(ready).startsWith("HTTP/1.1 200 ").contains("Connection: close");
      for (Socket socket : all) {
        String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(answer).startsWith("HTTP/1.1 503 ").contains("leader-unavailable");
      }
      assertThat(small.sendRaw(request("/api/v1/nodes"))).contains("leader-unavailable");
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), api.port());
    sockets.add(socket);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Sends one byte more; the second after the end of the connection is what fails. */
  private static boolean isAborted(Socket socket) {
    try {
      send(socket, "x");
      return false;
    } catch (SocketException e) {
      return true;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String request(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  }
}
