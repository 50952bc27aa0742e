package ebb.app.logging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import ebb.domain.text.VisibleText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator's own logback.xml, and what somebody has put into a name or a health report. */
class VisibleAppenderTest {
  private static final String FORGED = "\n2026-11-26 INFO  all is well";

  @TempDir private Path folder;

  private final LoggerContext context = new LoggerContext();
  private final Logger log = context.getLogger("ebb.test");

  @BeforeEach
  void configure() throws JoranException {
    read("%-5level [%thread] %msg%n");
    VisibleAppender.install(context);
  }

  @AfterEach
  void stop() {
    context.stop();
  }

  /** As logback does at a start, and when the file has changed. */
  private void read(String pattern) throws JoranException {
    context.reset();
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(
        new ByteArrayInputStream(
            """
            <configuration>
              <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                <file>%s</file>
                <encoder><pattern>%s</pattern></encoder>
              </appender>
              <appender name="ASYNC" class="ch.qos.logback.classic.AsyncAppender">
                <appender-ref ref="FILE"/>
              </appender>
              <logger name="async" additivity="false"><appender-ref ref="ASYNC"/></logger>
              <root level="INFO"><appender-ref ref="FILE"/></root>
            </configuration>
            """
                .formatted(folder.resolve("ebb.log"), pattern)
                .getBytes(StandardCharsets.UTF_8)));
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(folder.resolve("ebb.log"));
  }

  @Test
  void shouldKeepAMessageInItsLine() throws IOException {
    log.info("CN={} \u001b[2K", "ebb" + FORGED + "\u202e");
    assertThat(lines())
        .containsExactly(
            "INFO  [main] CN=ebb\\u{a}2026-11-26 INFO  all is well\\u{202e} \\u{1b}[2K");
  }

  @Test
  void shouldLeaveTheFieldsOfHadoopsAuditLog() throws IOException {
    log.info("USER=alice\tOPERATION=Submit\u2028");
    log.info("plain");
    assertThat(lines())
        .containsExactly(
            "INFO  [main] USER=alice\tOPERATION=Submit\\u{2028}", "INFO  [main] plain");
  }

  @Test
  void shouldBoundALine() throws IOException {
    log.info("x".repeat(10_000_000));
    assertThat(lines())
        .singleElement()
        .asString()
        .hasSizeLessThan(9_000)
        .endsWith("x... (of 10000000 characters)");
  }

  /** Each is shown by several characters. */
  @Test
  void shouldBoundALineOfHiddenCharacters() throws IOException {
    log.info("\u001b".repeat(8_000));
    assertThat(lines()).singleElement().asString().hasSizeLessThan(9_000);
  }

  @Test
  void shouldKeepTheMessagesOfExceptionsInTheirLines() throws IOException {
    Exception cause = new IOException("database: " + FORGED);
    cause.addSuppressed(new IOException("suppressed " + FORGED));
    log.warn("failed", new IllegalStateException("outer " + FORGED, cause));
    assertThat(lines())
        .contains(
            "java.lang.IllegalStateException: outer \\u{a}2026-11-26 INFO  all is well",
            "Caused by: java.io.IOException: database: \\u{a}2026-11-26 INFO  all is well",
            "\tSuppressed: java.io.IOException: suppressed \\u{a}2026-11-26 INFO  all is well")
        .anyMatch(line -> line.startsWith("\tat ebb.app.logging.VisibleAppenderTest."))
        .noneMatch(line -> line.startsWith("2026"));
  }

  @Test
  void shouldBoundAStackTrace() throws IOException {
    Throwable endless = new StackOverflowError();
    StackTraceElement[] frames = new StackTraceElement[1024];
    java.util.Arrays.fill(frames, new StackTraceElement("A", "b", "A.java", 1));
    endless.setStackTrace(frames);
    Throwable outer = endless;
    for (int i = 0; i < 100; i++) {
      outer = new IllegalStateException("no " + i, outer);
      outer.setStackTrace(frames);
    }
    log.warn("failed", endless);
    assertThat(lines()).hasSize(2 + VisibleThrowable.FRAMES);
    log.warn("failed", outer);
    assertThat(lines().stream().filter(line -> line.contains("IllegalStateException")))
        .hasSize(VisibleThrowable.EXCEPTIONS);
  }

  @Test
  void shouldStandInFrontOfEveryAppender() {
    context.getLogger("async").info("a{}", FORGED);
    await()
        .untilAsserted(
            () ->
                assertThat(lines())
                    .containsExactly("INFO  [main] a\\u{a}2026-11-26 INFO  all is well"));
  }

  @Test
  void shouldStandInFrontOfAppendersThatAreReadAnew() throws Exception {
    context.addListener(new ReinstallListener());
    read("anew %msg%n");
    await()
        .untilAsserted(
            () -> {
              log.info("a{}", FORGED);
              assertThat(lines()).endsWith("anew a\\u{a}2026-11-26 INFO  all is well");
            });
  }

  @Test
  void shouldShowNothingThatIsHiddenInANameOfAThread() throws Exception {
    Thread thread = new Thread(() -> log.info("hello"), "t" + FORGED);
    thread.start();
    thread.join();
    assertThat(lines())
        .singleElement()
        .asString()
        .matches(line -> line.codePoints().noneMatch(VisibleText::isHidden));
  }
}
