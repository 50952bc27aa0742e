package ebb.app.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggerContextListener;
import java.util.concurrent.TimeUnit;

/**
 * Installs the protection again when logback reloads a changed logback.xml ({@code scan}), because
 * that creates new appenders.
 */
final class ReinstallListener implements LoggerContextListener {
  /** Logback reports when a reload begins, but not when it has ended. */
  private static final long SECONDS = 1;

  @Override
  public boolean isResetResistant() {
    return true;
  }

  @Override
  public void onReset(LoggerContext context) {
    var unused =
        context
            .getScheduledExecutorService()
            .schedule(() -> LogProtection.install(context), SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void onStart(LoggerContext context) {}

  @Override
  public void onStop(LoggerContext context) {}

  @Override
  public void onLevelChange(Logger logger, Level level) {}
}
