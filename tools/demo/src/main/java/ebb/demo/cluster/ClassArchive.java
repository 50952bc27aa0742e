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
 * The class data archive of the ResourceManager, in a file beside the folder of its jars, as {@code
 * ebb archive-classes} writes it for an installation. It makes every start shorter, but takes as
 * long as several starts to create. So it is used only where the system property {@code
 * ebb.class-archive} is true: in tests, which start hundreds.
 */
final class ClassArchive {
  private static final boolean IS_WANTED = Boolean.getBoolean("ebb.class-archive");
  private static final String NAME = "instance.jsa";

  private ClassArchive() {}

  /**
   * JVM options of a ResourceManager; none if there is no archive for it. The first call after a
   * build creates the archive and blocks meanwhile.
   *
   * @throws ClusterException if it cannot be created
   */
  static synchronized List<String> options(Installation installation) {
    // An archive belongs to one Java version, and a Java other than ours is rare.
    if (!IS_WANTED || !installation.javaHome().equals(JavaCommand.javaHome())) {
      return List.of();
    }
    Path archive = installation.resourceManagerLib().resolveSibling(NAME);
    try {
      // A build changes the folder.
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

  /** Moved into place, because another process may be reading it. */
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
