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
 * The classes that a ResourceManager needs when it takes the lead. A JVM reads, verifies and links
 * each class when it is needed first; one that stands by does so beforehand, because a takeover
 * would spend seconds on it while every node waits.
 *
 * <p>{@code leader-classes.txt} names them, as a takeover was seen to load them; {@code
 * docs/adr/0017} says how it is made anew. A class that it lacks costs time and nothing else.
 */
public final class ClassPreloader {
  private static final Logger LOG = LoggerFactory.getLogger(ClassPreloader.class);

  private static final String LIST = "leader-classes.txt";

  private ClassPreloader() {}

  /** Returns at once; a thread of its own does it, one class after the other. */
  static void loadInBackground() {
    Thread loading = new Thread(ClassPreloader::load, "leader-classes");
    loading.setDaemon(true);
    loading.start();
  }

  /** One class after the other, on this thread. */
  public static void load() {
    // Each attempt of an application has a format for dates, and the first one of a process makes a
    // table of the names of all time zones, for a second.
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

  /** Loads and links, and does not initialise: a class may do as it likes in its initialiser. */
  static boolean isLinked(String name) {
    try {
      Class<?> found = Class.forName(name, false, ClassPreloader.class.getClassLoader());
      // To look at its members links it.
      Constructor<?>[] unused = found.getDeclaredConstructors();
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      LOG.debug("{} is not loaded for a takeover", name, e);
      return false;
    }
  }
}
