package ebb.app.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import ebb.cli.client.CommandException;
import ebb.files.ConfiguredFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The configuration folder: yarn-site.xml and its companions, ebb.conf, logback.xml and, if several
 * instances share it, a file for each of them.
 *
 * @param root absolute
 * @param instance whose file overrides ebb.conf; empty for ebb.conf alone
 */
public record ConfFolder(Path root, Optional<String> instance) {
  /** How an instance uses Akka; ebb.conf overrides it. */
  private static final String INSTANCE = "instance.conf";

  private static final String SUFFIX = ".conf";
  private static final String SHARED = "ebb" + SUFFIX;
  private static final Pattern NAME = Pattern.compile("[\\w-]+(\\.[\\w-]+)*");

  /**
   * @throws CommandException if it is not a folder
   */
  public static ConfFolder at(Path root) {
    Path absolute = root.toAbsolutePath().normalize();
    if (!Files.isDirectory(absolute)) {
      throw new CommandException(
          "no configuration folder " + absolute, "name one that exists with --conf");
    }
    return new ConfFolder(absolute, Optional.empty());
  }

  /**
   * The same folder as this instance sees it.
   *
   * @throws CommandException if it has no file of the instance
   */
  public ConfFolder of(String name) {
    if (!NAME.matcher(name).matches() || !Files.isRegularFile(fileOf(name))) {
      throw new CommandException("nothing of an instance " + name + " in " + root, hint(name));
    }
    return new ConfFolder(root, Optional.of(name));
  }

  private String hint(String name) {
    List<String> instances = instances();
    return instances.isEmpty()
        ? "no instance has a NAME.conf there: leave --instance out, or make "
            + (NAME.matcher(name).matches() ? fileOf(name) : "one")
        : "name one of those that have a NAME.conf there: " + String.join(", ", instances);
  }

  private Path fileOf(String name) {
    return root.resolve(name + SUFFIX);
  }

  private List<String> instances() {
    try (Stream<Path> files = Files.list(root)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(SUFFIX) && !name.equals(SHARED))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new CommandException("cannot look into " + root + " (" + e + ")", "fix that", e);
    }
  }

  /** The configuration of logback; empty if the folder has none that can be read. */
  Optional<Path> logback() {
    return Optional.of(root.resolve("logback.xml"))
        .filter(Files::isRegularFile)
        .filter(Files::isReadable);
  }

  /**
   * The instance's file over ebb.conf over the defaults of all modules; files may be missing.
   *
   * @param above values that these files cannot override
   * @throws ConfigException if a file is malformed or refers to something unknown
   * @throws IllegalArgumentException if one has an unknown key
   */
  Config ebbConf(Config above) {
    Config own = instance.map(this::namedAs).orElse(ConfigFactory.empty());
    own = own.withFallback(parsed(root.resolve(SHARED)));
    KnownKeys.require(own);
    return ConfigFactory.load(
        above.withFallback(own).withFallback(ConfigFactory.parseResources(INSTANCE)));
  }

  private Config namedAs(String name) {
    return ConfigFactory.parseMap(Map.of("ebb.instance", name), "--instance")
        .withFallback(parsed(fileOf(name)));
  }

  private static Config parsed(Path file) {
    try {
      ConfiguredFile.readInTime(file); // parseFile would hang as long as the file does
    } catch (NoSuchFileException e) {
      return ConfigFactory.empty();
    } catch (IOException e) {
      throw ConfiguredFile.unusable(file, e);
    }
    return ConfigFactory.parseFile(file.toFile());
  }

  /**
   * What is wrong with the configuration, in one line: file and line, key, value and what is
   * allowed, where they are known.
   */
  String explained(Exception reason) {
    try {
      return ConfigProblem.of(reason, ebbConf(ConfigFactory.empty()));
    } catch (ConfigException | IllegalArgumentException e) {
      return ConfigProblem.of(reason, ConfigFactory.empty()); // it cannot be read
    }
  }
}
