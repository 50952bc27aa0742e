package ebb.demo.cluster;

import ebb.demo.process.JavaCommand;
import ebb.demo.process.ManagedProcess;
import ebb.demo.process.ProcessGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

/** Starts Hadoop's own client programs, each in its own JVM. */
final class HadoopClient {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int HEAP_MEGABYTES = 96;

  private final ClusterFolder folder;
  private final Installation installation;
  private final ProcessGroup processes;
  private final AtomicInteger calls = new AtomicInteger();

  HadoopClient(ClusterFolder folder, Installation installation, ProcessGroup processes) {
    this.folder = folder;
    this.installation = installation;
    this.processes = processes;
  }

  /**
   * Starts a client.
   *
   * @param logLevel of log4j
   */
  ManagedProcess start(String name, String mainClass, String logLevel, List<String> arguments) {
    return start(name, mainClass, Map.of("log.level", logLevel), arguments);
  }

  private ManagedProcess start(
      String name, String mainClass, Map<String, String> properties, List<String> arguments) {
    Map<String, String> all = new LinkedHashMap<>(properties);
    all.put("java.io.tmpdir", folder.tmp().toString());
    var command =
        new JavaCommand(
            List.of(folder.conf().toString(), installation.nodeManagerLib() + "/*"),
            mainClass,
            HEAP_MEGABYTES,
            all,
            arguments);
    Path log = folder.logs().resolve(name + "-" + calls.incrementAndGet() + ".log");
    ManagedProcess process =
        processes.start(
            name, command.words(installation.javaHome(), installation.nodeManagerOptions()), log);
    process.mayEnd();
    return process;
  }

  /**
   * Runs a client to its end.
   *
   * @param properties of its JVM, besides those of all clients
   * @throws ClusterException if it takes longer than two minutes
   */
  CommandResult run(
      String name, String mainClass, Map<String, String> properties, List<String> arguments) {
    Map<String, String> all = new LinkedHashMap<>(properties);
    all.put("log.level", "ERROR");
    ManagedProcess process = start(name, mainClass, all, arguments);
    OptionalInt exitCode = process.awaitExit(LIMIT);
    if (exitCode.isEmpty()) {
      process.kill();
      throw new ClusterException(name + " did not end within " + LIMIT.toSeconds() + " s");
    }
    try {
      return new CommandResult(
          exitCode.getAsInt(), Files.readString(process.log()).stripTrailing());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the output of " + name, e);
    }
  }
}
