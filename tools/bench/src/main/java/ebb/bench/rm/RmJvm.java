package ebb.bench.rm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The JVM of every measured ResourceManager. */
public final class RmJvm {
  private static final List<String> OPTIONS =
      List.of(
          "-XX:+UseG1GC",
          // With two processors the common pool would start a thread for each task.
          "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2",
          "-XX:+PerfDisableSharedMem",
          "-XX:+ExitOnOutOfMemoryError");

  private static final String LOGBACK = "logback.xml";
  private static final String OWN_CLASS_PATH = System.getProperty("java.class.path");

  /**
   * Set by the launcher: the file that {@code ebb archive-classes} writes, for our own class path.
   */
  private static final @Nullable String CLASS_ARCHIVE =
      System.getProperty("ebb.bench.class-archive");

  /** Set by the launcher: the JVM options with which it starts an instance. */
  private static final String LAUNCHER_OPTIONS = System.getProperty("ebb.bench.jvm-options", "");

  private RmJvm() {}

  /**
   * The command line up to the main class of Hadoop's ResourceManager, which finds its
   * configuration on the class path.
   *
   * @param logs folder for the log that {@link #writeLogback} sets up
   */
  static List<String> ofHadoop(Path conf, Path logs, Path tmp, int heapMegabytes) {
    List<String> words = options(conf, logs, tmp, heapMegabytes);
    words.addAll(List.of("-cp", conf + ":" + OWN_CLASS_PATH));
    return words;
  }

  /**
   * The command line up to the main class of Ebb: its launcher's options, and its class archive if
   * there is one.
   *
   * @param logs folder for the log that {@link #writeLogback} sets up
   */
  public static List<String> ofEbb(Path conf, Path logs, Path tmp, int heapMegabytes) {
    List<String> words = options(conf, logs, tmp, heapMegabytes);
    // In front, because of two contradicting options the later one counts.
    words.addAll(1, wordsOf(LAUNCHER_OPTIONS));
    if (CLASS_ARCHIVE != null) {
      words.addAll(
          List.of(
              "-XX:SharedArchiveFile=" + CLASS_ARCHIVE, "-Xlog:cds=off", "-Xlog:cds+dynamic=off"));
    }
    words.addAll(List.of("-cp", OWN_CLASS_PATH));
    return words;
  }

  /** Whether {@link #ofEbb} uses a class archive. */
  public static boolean hasClassArchive() {
    return CLASS_ARCHIVE != null;
  }

  private static List<String> options(Path conf, Path logs, Path tmp, int heapMegabytes) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add("-Debb.logs=" + logs);
    words.add("-Djava.io.tmpdir=" + tmp);
    words.add("-Dlogback.configurationFile=" + conf.resolve(LOGBACK));
    words.add("-Xms" + heapMegabytes + "m");
    words.add("-Xmx" + heapMegabytes + "m");
    words.addAll(OPTIONS);
    words.addAll(wordsOf(Objects.requireNonNullElse(System.getenv("EBB_BENCH_RM_OPTS"), "")));
    return words;
  }

  private static List<String> wordsOf(String options) {
    return options.isBlank() ? List.of() : List.of(options.strip().split(" +", -1));
  }

  /** The log file that {@link #writeLogback} sets up. */
  public static Path log(Path logs) {
    return logs.resolve("rm.log");
  }

  /** Ebb's default logging, into one file. */
  public static void writeLogback(Path conf) throws IOException {
    Files.writeString(
        conf.resolve(LOGBACK),
        """
        <configuration>
          <appender name="FILE" class="ch.qos.logback.core.FileAppender">
            <file>${ebb.logs}/rm.log</file>
            <encoder>
              <pattern>%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level [%thread] %logger{36} - %msg%n</pattern>
            </encoder>
          </appender>
          <logger name="akka" level="WARN"/>
          <logger name="slick" level="WARN"/>
          <logger name="com.zaxxer.hikari" level="WARN"/>
          <root level="INFO">
            <appender-ref ref="FILE"/>
          </root>
        </configuration>
        """);
  }
}
