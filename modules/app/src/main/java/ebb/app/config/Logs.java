package ebb.app.config;

import ebb.app.logging.LogProtection;
import java.nio.file.Path;

/** Configures where logback writes; only effective before the first logger is created. */
public final class Logs {
  private static final String CONFIGURATION = "logback.configurationFile";

  /** Hadoop's web server shows the files of this folder at /logs/. */
  private static final String HADOOP_LOGS = "hadoop.log.dir";

  private Logs() {}

  /** Only errors, on standard error: for a command that runs nothing itself. */
  public static void ofACommand() {
    System.setProperty(CONFIGURATION, "client-logback.xml");
  }

  /** The log of an instance, below its data folder. */
  public static void ofAnInstance(ConfFolder conf, DataFolder data) {
    System.setProperty("ebb.logs", data.logs().toString());
    System.setProperty(HADOOP_LOGS, data.logs().toString());
    System.setProperty(CONFIGURATION, conf.logback().map(Path::toString).orElse("logback.xml"));
    LogProtection.install();
  }
}
