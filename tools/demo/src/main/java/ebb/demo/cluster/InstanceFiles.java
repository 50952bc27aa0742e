package ebb.demo.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The configuration and logs of instances. */
public record InstanceFiles(ClusterFolder folder) {
  private static final Pattern WARNING = Pattern.compile("Z (WARN|ERROR) ");
  private static final int LAST = 15;

  /** The instance's own configuration file. */
  public Config settingsOf(String instance) {
    return ConfigFactory.parseFile(settings(instance).toFile());
  }

  /** Adds to the instance's own configuration file. Takes effect at its next start. */
  public void configure(String instance, String more) {
    try {
      Files.writeString(settings(instance), more, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot configure " + instance, e);
    }
  }

  /** The lines with this text in the logs of an instance, of all its starts. */
  public List<String> logged(String instance, String words) {
    return logged(instance, line -> line.contains(words));
  }

  /** The last warnings and errors in the logs of the instance, each with the instance's name. */
  public List<String> lastWarnings(String instance) {
    List<String> all = logged(instance, line -> WARNING.matcher(line).find());
    return all.subList(Math.max(0, all.size() - LAST), all.size()).stream()
        .map(line -> instance + ": " + line)
        .toList();
  }

  private List<String> logged(String instance, Predicate<String> wanted) {
    Path log = folder.data().resolve(instance).resolve("logs/ebb.log");
    try (Stream<String> lines = Files.lines(log)) {
      return lines.filter(wanted).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + log, e);
    }
  }

  private Path settings(String instance) {
    return folder.conf().resolve(instance + ".conf");
  }
}
