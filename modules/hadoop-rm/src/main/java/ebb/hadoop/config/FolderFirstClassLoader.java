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
 * <p>Hadoop finds its files, when it starts and at each refresh, through the class loader of a
 * Configuration, which is the context class loader of the thread that made it. With this one the
 * folder need not stand on the JVM's class path, and a file there cannot hide one of the folder.
 * Each look reads the folder anew.
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
   * @throws ConfigurationException in one line, if the folder has the file and it cannot be read
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

  /** Hadoop would wait for as long as the file does, and would read all of a large one. */
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
