package ebb.demo.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The log of a MapReduce task, which is kept after the container has ended. */
record TaskLog(Path file) {

  /** Empty if there is none. */
  static Optional<TaskLog> of(ClusterFolder folder, ContainerProcess container) {
    Path applications = folder.nodes().resolve(container.host()).resolve("containers");
    if (!Files.isDirectory(applications)) {
      return Optional.empty();
    }
    try (var all = Files.list(applications)) {
      return all.map(application -> application.resolve(container.containerId()).resolve("syslog"))
          .filter(Files::isRegularFile)
          .findFirst()
          .map(TaskLog::new);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot look for the log of " + container, e);
    }
  }

  /** The last line of a successful task says so; a killed task has no such line. */
  boolean saysDone() {
    try {
      return Files.readString(file, StandardCharsets.UTF_8).contains("' done.");
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }
}
