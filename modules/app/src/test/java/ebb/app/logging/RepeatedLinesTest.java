package ebb.app.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RepeatedLinesTest {
  private final IOException scarce = new IOException("Too many open files");

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final LoggerContext context = new LoggerContext();
  private final Logger log = context.getLogger("akka.io.TcpListener");
  private final ListAppender<ILoggingEvent> written = new ListAppender<>();

  @BeforeEach
  void listen() {
    written.start();
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(written);
    context.addTurboFilter(new RepeatedLines(now::get));
  }

  @Test
  void shouldWriteOneLineAMinuteOfAKindAndTellOfTheRest() {
    for (int second = 0; second < 90; second++) {
      for (int i = 0; i < 1000; i++) {
        log.error("Accept error: could not accept new connection", scarce);
      }
      now.addAndGet(Duration.ofSeconds(1).toNanos());
    }

    assertThat(messages())
        .containsExactly(
            "Accept error: could not accept new connection",
            "59999 more lines like the next one were left out in the last minutes",
            "Accept error: could not accept new connection");
  }

  /** What a scan of ports brings about (Server.Connection). */
  @Test
  void shouldWriteOneLineAMinuteOfEachNetworkAboutWrongHeaders() {
    Logger rpc = context.getLogger("org.apache.hadoop.ipc.Server");
    for (int i = 0; i < 100; i++) {
      for (String address : List.of("10.0.0.1", "10.0.0.2", "2001:db8:0:0:0:0:0:" + i)) {
        rpc.warn(
            "Incorrect RPC Header length from {}:{} / {}:{}. Expected: {}. Actual: {}",
            address,
            40_000 + i,
            address,
            40_000 + i,
            "hrpc",
            "\\x00");
        rpc.warn("Unexpected data length -" + (i + 1) + "!! from " + address);
        rpc.info(
            "Socket Reader #1 for port 8031: readAndProcess from client "
                + (address + ":" + (40_000 + i))
                + " threw exception [java.io.IOException: Unexpected data length]",
            new IOException("Unexpected data length"));
        rpc.info(
            "Connection from " + address + ":" + (40_000 + i) + " for protocol x is unauthorized");
      }
    }

    assertThat(messages()).hasSize(4 * 3);
  }

  /** Whatever method or user the peer makes up. */
  @Test
  void shouldWriteOneLineAMinuteOfCallsThatFailForAPeer() {
    Logger rpc = context.getLogger("org.apache.hadoop.ipc.Server");
    Logger logins = context.getLogger("SecurityLogger.org.apache.hadoop.ipc.Server");
    for (int i = 0; i < 100; i++) {
      String call =
          "IPC Server handler %d on default port 8031, call Call#%d Retry#0 ResourceTracker.%s from"
                  .formatted(i % 50, i, "m".repeat(i + 1))
              + " 10.0.0.1:4321";
      rpc.info(call, new IOException("Unknown method"));
      rpc.info(call, new IllegalStateException("Malformed request"));
      logins.warn("Auth failed for 10.0.0.1:4321:" + "u".repeat(i + 1) + " (bad ticket)");
    }

    assertThat(messages()).hasSize(3);
  }

  @Test
  void shouldWriteEveryLoginThatSucceedsAndOneAMinuteThatFails() {
    Logger logins = context.getLogger("SecurityLogger.org.apache.hadoop.ipc.Server");
    for (int i = 0; i < 100; i++) {
      logins.info("Auth successful for nm/host@REALM (auth:KERBEROS) from 10.0.0.1:" + i);
      logins.warn("Auth failed for 10.0.0.1:" + (40_000 + i) + ":null (bad ticket)");
    }

    assertThat(messages()).hasSize(101);
  }

  @Test
  void shouldHideNothingOfAServerThatStartsOrStops() {
    Logger rpc = context.getLogger("org.apache.hadoop.ipc.Server");
    for (int port = 8030; port < 8034; port++) {
      rpc.info("Listener at {}:{}", "0.0.0.0", port);
      rpc.info("Starting Socket Reader #1 for port " + port);
      rpc.info("Stopping server on " + port);
    }

    assertThat(messages()).hasSize(12);
  }

  /** As Hadoop does. */
  @Test
  void shouldTakeLinesForOneKindThatDifferByAnAddress() {
    for (int i = 0; i < 10; i++) {
      log.warn("Socket Reader #1: from client 10.0.0." + i + ":8031", scarce);
    }

    assertThat(messages()).hasSize(1);
  }

  @Test
  void shouldFindTheReasonBelowOthersAndBehindParameters() {
    for (int i = 0; i < 10; i++) {
      log.warn("Accept failure for {}", "8088", new IllegalStateException("in short", scarce));
    }

    assertThat(messages()).containsExactly("Accept failure for 8088");
  }

  @Test
  void shouldHideNoLineOfAnotherKindOrReason() {
    log.error("Accept error: could not accept new connection", scarce);
    log.error("The journal cannot be written", scarce);
    log.error("Accept error: could not accept new connection", new IOException("Bad address"));
    log.error("Accept error: could not accept new connection", new IOException("Bad address"));
    log.error("Too many open files");
    log.error("Too many open files");

    assertThat(messages()).hasSize(6);
  }

  private List<String> messages() {
    return written.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}
