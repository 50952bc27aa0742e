package ebb.hadoop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.commons.lang3.time.FastDateFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the classes that a ResourceManager needs when it becomes the leader. A JVM reads, verifies
 * and links each class when it is first used. A standby does this in advance, because it would
 * otherwise take seconds of a takeover while every node waits.
 *
 * <p>{@code leader-classes.txt} lists the classes that a takeover was observed to load. {@code
 * docs/adr/0017} describes how to create the list again. A class that is missing from it only costs
 * time.
 */
public final class ClassPreloader {
  private static final Logger LOG = LoggerFactory.getLogger(ClassPreloader.class);

  private static final String LIST = "leader-classes.txt";

  private ClassPreloader() {}

  /** Returns at once. A separate thread loads the classes, one after the other. */
  static void loadInBackground() {
    Thread loading = new Thread(ClassPreloader::load, "leader-classes");
    loading.setDaemon(true);
    loading.start();
  }

  /** Loads the classes one after the other, on this thread. */
  public static void load() {
    // Each application attempt creates a date format. The first one in a process builds a table of
    // the names of all time zones, which takes a second.
    FastDateFormat unused = FastDateFormat.getInstance("Z");
    List<String> names = names();
    long missing = names.stream().filter(name -> !isLinked(name)).count();
    LOG.info("Classes for a takeover: {} loaded, {} not found", names.size() - missing, missing);
  }

  /** Binary names. */
  static List<String> names() {
    try (InputStream list = ClassPreloader.class.getResourceAsStream(LIST);
        var lines = new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Loads and links a class without initialising it, because an initialiser may do anything. */
  static boolean isLinked(String name) {
    try {
      Class<?> found = Class.forName(name, false, ClassPreloader.class.getClassLoader());
      // Reading its members links it.
      Constructor<?>[] unused = found.getDeclaredConstructors();
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      LOG.debug("{} is not loaded for a takeover", name, e);
      return false;
    }
  }
}
