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
   * @throws CommandException if ebb.conf is malformed or refers to something unknown
   */
  Config ebbConf(Config above) {
    Path file = root.resolve("ebb.conf");
    try {
      Config own = Files.exists(file) ? ConfigFactory.parseFile(file.toFile()) : above;
      KnownKeys.require(own);
      return ConfigFactory.load(
          above.withFallback(own).withFallback(ConfigFactory.parseResources(INSTANCE)));
    } catch (ConfigException e) {
      throw new CommandException("cannot use the configuration: " + e.getMessage(), "mend it", e);
    }
  }
}
