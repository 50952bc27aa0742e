package ebb.hadoop.config;

import ebb.files.ConfiguredFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds configuration files in one folder before the class path.
 *
 * <p>When it starts and at each refresh, Hadoop finds its files through the class loader of a
 * Configuration, which is the context class loader of the thread that created it. With this class
 * loader, the folder need not be on the JVM's class path, and a file there cannot hide one in the
 * folder. Each look-up reads the folder again.
 */
final class FolderFirstClassLoader extends ClassLoader {
  private static final Pattern IN_FOLDER =
      Pattern.compile("[^/]+\\.xml|hadoop-metrics2[^/]*\\.properties");

  private final Path folder;

  FolderFirstClassLoader(Path folder, ClassLoader parent) {
    super(parent);
    this.folder = folder;
  }

  /**
   * @throws ConfigurationException with a one-line message if the folder has the file but it cannot
   *     be read
   */
  @Override
  public @Nullable URL getResource(String name) {
    if (IN_FOLDER.matcher(name).matches()) {
      Path file = folder.resolve(name);
      if (isReadable(file)) {
        return urlOf(file);
      }
    }
    return super.getResource(name);
  }

  /** Hadoop would wait as long as the file blocks, and would read a large file completely. */
  private static boolean isReadable(Path file) {
    try {
      ConfiguredFile.readInTime(file);
      return true;
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new ConfigurationException(file + " cannot be read: " + e.getMessage());
    }
  }

  private static URL urlOf(Path file) {
    try {
      return file.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException("Expected a URL for " + file, e);
    }
  }
}
