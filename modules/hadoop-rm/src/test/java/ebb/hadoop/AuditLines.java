package ebb.hadoop;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** The ResourceManager's audit log during a test, with one line for each call. */
public final class AuditLines implements BeforeEachCallback, AfterEachCallback {
  private final Logger logger = (Logger) LoggerFactory.getLogger(RMAuditLogger.class);
  private final ListAppender<ILoggingEvent> caught = new ListAppender<>();
  private final Level before = logger.getLevel();

  @Override
  public void beforeEach(ExtensionContext context) {
    caught.start();
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    logger.addAppender(caught);
  }

  /** Discards what has been written so far. */
  void clear() {
    caught.list.clear();
  }

  public List<String> all() {
    return List.copyOf(caught.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  /** The lines of one operation. */
  List<String> of(String operation) {
    return all().stream()
        .filter(line -> fields(line).anyMatch(("OPERATION=" + operation)::equals))
        .toList();
  }

  /** The operations, in order. */
  List<String> operations() {
    return all().stream()
        .flatMap(AuditLines::fields)
        .filter(field -> field.startsWith("OPERATION="))
        .map(field -> field.substring("OPERATION=".length()))
        .toList();
  }

  static Stream<String> fields(String line) {
    return Stream.of(line.split("\t"));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    logger.detachAppender(caught);
    logger.setLevel(before);
    logger.setAdditive(true);
  }
}
