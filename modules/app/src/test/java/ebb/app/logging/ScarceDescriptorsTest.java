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

class ScarceDescriptorsTest {
  private final IOException scarce = new IOException("Too many open files");

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final LoggerContext context = new LoggerContext();
  private final Logger log = context.getLogger("akka.io.TcpListener");
  private final ListAppender<ILoggingEvent> written = new ListAppender<>();

  @BeforeEach
  void listen() {
    written.start();
    log.addAppender(written);
    context.addTurboFilter(new ScarceDescriptors(now::get));
  }

  @Test
  void shouldWriteOneLineAMinuteOfAKind() {
    for (int second = 0; second < 90; second++) {
      for (int i = 0; i < 1000; i++) {
        log.error("Accept error: could not accept new connection", scarce);
      }
      now.addAndGet(Duration.ofSeconds(1).toNanos());
    }

    assertThat(messages()).hasSize(2);
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
