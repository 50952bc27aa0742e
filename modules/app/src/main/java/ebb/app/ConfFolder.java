package ebb.app;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import ebb.cli.CommandException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the configuration is: yarn-site.xml and its companions, ebb.conf, logback.xml.
 *
 * @param root absolute
 */
record ConfFolder(Path root) {
  /** How an instance uses Akka; ebb.conf stands above it. */
  private static final String INSTANCE = "instance.conf";

  /**
   * @throws CommandException if it is not a folder
   */
  static ConfFolder at(Path root) {
    Path absolute = root.toAbsolutePath().normalize();
    if (!Files.isDirectory(absolute)) {
      throw new CommandException(
          "no configuration folder " + absolute, "name one that exists with --conf");
    }
    return new ConfFolder(absolute);
  }

  /** What logback is to be told, if the folder says anything about it. */
  Optional<Path> logback() {
    return Optional.of(root.resolve("logback.xml")).filter(Files::isReadable);
  }

  /**
   * ebb.conf over the defaults of all modules; without ebb.conf, the defaults.
   *
   * @param above what not even ebb.conf may change
   * @throws ConfigException if ebb.conf is malformed or refers to something unknown
   * @throws IllegalArgumentException if it has a key that does not exist
   */
  Config ebbConf(Config above) {
    Path file = root.resolve("ebb.conf");
    Config own = Files.exists(file) ? ConfigFactory.parseFile(file.toFile()) : above;
    KnownKeys.require(own);
    return ConfigFactory.load(
        above.withFallback(own).withFallback(ConfigFactory.parseResources(INSTANCE)));
  }

  /**
   * What is wrong with the configuration, in one line: file and line, key, value, what is allowed;
   * as far as they are known.
   */
  String explained(Exception reason) {
    try {
      return ConfigProblem.of(reason, ebbConf(ConfigFactory.empty()));
    } catch (ConfigException | IllegalArgumentException e) {
      return ConfigProblem.of(reason, ConfigFactory.empty()); // which is what is wrong
    }
  }
}
