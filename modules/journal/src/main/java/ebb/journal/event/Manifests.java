package ebb.journal.event;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Names of our own for classes that are stored or sent, each with a version, so that the classes
 * can be renamed and moved.
 */
public final class Manifests {
  private final Map<String, Class<?>> classes;
  private final Map<Class<?>, String> names;

  /**
   * @throws IllegalStateException if a class has two names
   */
  public Manifests(Map<String, Class<?>> classes) {
    this.classes = Map.copyOf(classes);
    this.names =
        classes.keySet().stream()
            .collect(Collectors.toUnmodifiableMap(classes::get, Function.identity()));
  }

  /** Empty for a class that has none. */
  public Optional<String> of(Class<?> type) {
    return Optional.ofNullable(names.get(type));
  }

  /** Empty for a name that this release does not know. */
  public Optional<Class<?>> classOf(String manifest) {
    return Optional.ofNullable(classes.get(manifest));
  }

  public Set<String> all() {
    return classes.keySet();
  }
}
