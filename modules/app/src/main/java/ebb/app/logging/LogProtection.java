package ebb.app.logging;

import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;

/**
 * What guards the log of an instance against what comes from outside, whatever logback.xml says.
 */
public final class LogProtection {
  private LogProtection() {}

  /** Reads logback.xml, if that has not been done yet. */
  public static void install() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    install(context);
    context.addListener(new ReinstallListener());
  }

  /** On a context that has just read its configuration: reading it takes off what was there. */
  static void install(LoggerContext context) {
    VisibleAppender.install(context);
    context.addTurboFilter(new RepeatedLines(System::nanoTime));
  }
}
