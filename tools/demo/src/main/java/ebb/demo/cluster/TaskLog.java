package ebb.demo.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What a MapReduce task has written; it stays when the container has ended. */
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

  /** A task says so behind everything else; one that was killed does not. */
  boolean saysDone() {
    try {
      return Files.readString(file, StandardCharsets.UTF_8).contains("' done.");
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }
}
