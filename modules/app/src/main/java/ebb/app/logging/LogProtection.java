package ebb.app.logging;

import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;

/** Protects the log of an instance against input from outside, whatever logback.xml configures. */
public final class LogProtection {
  private LogProtection() {}

  /** Reads logback.xml, if that has not been done yet. */
  public static void install() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    install(context);
    context.addListener(new ReinstallListener());
  }

  /**
   * Installs it on a context that has just read its configuration, which removes what was there.
   */
  static void install(LoggerContext context) {
    VisibleAppender.install(context);
    context.addTurboFilter(new RepeatedLines(System::nanoTime));
  }
}
