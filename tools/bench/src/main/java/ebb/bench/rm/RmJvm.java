package ebb.bench.rm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The JVM of every ResourceManager that is measured. */
public final class RmJvm {
  private static final List<String> OPTIONS =
      List.of(
          "-XX:+UseG1GC",
          // With two processors the common pool would start a thread per task.
          "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2",
          "-XX:+PerfDisableSharedMem",
          "-XX:+ExitOnOutOfMemoryError");

  private static final String LOGBACK = "logback.xml";
  private static final String OWN_CLASS_PATH = System.getProperty("java.class.path");

  /** Set by the launcher: what {@code ebb archive-classes} writes, for our own class path. */
  private static final @Nullable String CLASS_ARCHIVE =
      System.getProperty("ebb.bench.class-archive");

  /** Set by the launcher: what it starts an instance with. */
  private static final String LAUNCHER_OPTIONS = System.getProperty("ebb.bench.jvm-options", "");

  private RmJvm() {}

  /**
   * Hadoop's, up to the main class: it finds its configuration on the class path.
   *
   * @param logs where the file of {@link #writeLogback} is written
   */
  static List<String> ofHadoop(Path conf, Path logs, Path tmp, int heapMegabytes) {
    List<String> words = options(conf, logs, tmp, heapMegabytes);
    words.addAll(List.of("-cp", conf + ":" + OWN_CLASS_PATH));
    return words;
  }

  /**
   * Ebb's, up to the main class: as its launcher has it, with its options, and the archive of its
   * classes if there is one.
   *
   * @param logs where the file of {@link #writeLogback} is written
   */
  public static List<String> ofEbb(Path conf, Path logs, Path tmp, int heapMegabytes) {
    List<String> words = options(conf, logs, tmp, heapMegabytes);
    // In front: of two that contradict each other the later one counts.
    words.addAll(1, wordsOf(LAUNCHER_OPTIONS));
    if (CLASS_ARCHIVE != null) {
      words.addAll(
          List.of(
              "-XX:SharedArchiveFile=" + CLASS_ARCHIVE, "-Xlog:cds=off", "-Xlog:cds+dynamic=off"));
    }
    words.addAll(List.of("-cp", OWN_CLASS_PATH));
    return words;
  }

  /** Whether {@link #ofEbb} has an archive of classes. */
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

  /** Where it logs, as {@link #writeLogback} has it. */
  public static Path log(Path logs) {
    return logs.resolve("rm.log");
  }

  /** As Ebb has it by default, but into one file. */
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
