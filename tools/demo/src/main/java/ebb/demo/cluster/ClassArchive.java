package ebb.demo.cluster;

import ebb.demo.process.JavaCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a ResourceManager of Ebb's loads, in a file beside the folder of its jars, from which the
 * next one takes it in less time: as {@code ebb archive-classes} does it for an installation. It
 * takes as long to make as some starts, and is made where the system property {@code
 * ebb.class-archive} is true: in tests, which start hundreds.
 */
final class ClassArchive {
  private static final boolean IS_WANTED = Boolean.getBoolean("ebb.class-archive");
  private static final String NAME = "instance.jsa";

  private ClassArchive() {}

  /**
   * Options of the JVM of a ResourceManager; none where there is no archive for it. Blocks while it
   * is made, the first time after a build.
   *
   * @throws ClusterException if it cannot be made
   */
  static synchronized List<String> options(Installation installation) {
    // Each Java has its own, and another one than ours is an exception.
    if (!IS_WANTED || !installation.javaHome().equals(JavaCommand.javaHome())) {
      return List.of();
    }
    Path archive = installation.resourceManagerLib().resolveSibling(NAME);
    try {
      // A build fills the folder anew.
      if (!Files.exists(archive)
          || Files.getLastModifiedTime(archive)
                  .compareTo(Files.getLastModifiedTime(installation.resourceManagerLib()))
              < 0) {
        make(archive, installation);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-Xlog:cds+dynamic=off");
  }

  /** Moved into place, because another process may be looking for it. */
  private static void make(Path archive, Installation installation) throws IOException {
    Path folder = Files.createTempDirectory(archive.getParent(), "archive");
    try {
      Path part = folder.resolve(NAME);
      Path log = folder.resolve("log");
      var command =
          new JavaCommand(
              List.of(ResourceManagerProcess.classPath(installation)),
              ResourceManagerProcess.EBB,
              ResourceManagerProcess.HEAP_MEGABYTES,
              Map.of("java.io.tmpdir", folder.toString()),
              List.of("archive-classes"));
      Process java =
          new ProcessBuilder(
                  command.words(
                      installation.javaHome(),
                      List.of("-XX:ArchiveClassesAtExit=" + part, "-Xlog:disable")))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (java.waitFor() != 0 || !Files.exists(part)) {
        throw new ClusterException("No archive of classes: " + Files.readString(log));
      }
      Files.move(part, archive, StandardCopyOption.ATOMIC_MOVE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("Interrupted while classes are archived");
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
