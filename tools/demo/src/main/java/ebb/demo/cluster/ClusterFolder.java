package ebb.demo.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** The temporary folder with all files of a cluster. */
public final class ClusterFolder {
  private final Path root;

  private ClusterFolder(Path root) {
    this.root = root;
  }

  /** Creates a new folder in the system's temporary folder, readable only for this user. */
  public static ClusterFolder create() {
    try {
      var folder = new ClusterFolder(Files.createTempDirectory("ebb-cluster-").toRealPath());
      Files.createDirectories(folder.conf());
      Files.createDirectories(folder.data());
      Files.createDirectories(folder.logs());
      Files.createDirectories(folder.tmp());
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot make a temporary folder", e);
    }
  }

  public Path root() {
    return root;
  }

  /** The configuration of all processes. */
  public Path conf() {
    return root.resolve("conf");
  }

  /** The data folder of the ResourceManager. */
  public Path data() {
    return root.resolve("data");
  }

  /** A log file for each process. */
  public Path logs() {
    return root.resolve("logs");
  }

  /** Temporary files of all processes. */
  public Path tmp() {
    return root.resolve("tmp");
  }

  /** A folder for each NodeManager, named by its host. */
  public Path nodes() {
    return root.resolve("nodes");
  }

  /** Deletes the folder and its content, if it exists. */
  public void delete() {
    try {
      if (Files.exists(root)) {
        Files.walkFileTree(root, new Remover());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot remove " + root, e);
    }
  }

  private static final class Remover extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
