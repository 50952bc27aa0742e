package ebb.app.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigUtil;
import java.util.List;
import java.util.Optional;

/** Rejects misspelled keys of Ebb, which would otherwise be ignored. */
final class KnownKeys {
  private static final String ROOT = "ebb";

  /** Prefixes of Akka's keys, not all of which are in our defaults. */
  private static final List<String> PASSED_ON_TO_AKKA =
      List.of("ebb.blocking-dispatcher.", "ebb.journal.read.dispatcher.", "ebb.node.sharding.");

  private KnownKeys() {}

  /**
   * @param own what an installation sets
   * @throws IllegalArgumentException if a key under {@code ebb} is in no reference.conf; the
   *     message names it
   */
  static void require(Config own) {
    Config reference = ConfigFactory.defaultReference();
    Optional<String> unknown =
        own.resolve(ConfigResolveOptions.defaults().setAllowUnresolved(true)).entrySet().stream()
            .map(entry -> entry.getKey())
            .filter(path -> ConfigUtil.splitPath(path).get(0).equals(ROOT))
            .filter(path -> PASSED_ON_TO_AKKA.stream().noneMatch(path::startsWith))
            .filter(path -> !reference.hasPathOrNull(path))
            .sorted()
            .findFirst();
    if (unknown.isPresent()) {
      throw new IllegalArgumentException(
          "there is no key " + unknown.get() + "; allowed are those of docs/configuration.md");
    }
  }
}
