package ebb.journal.event;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Names for classes that are stored or sent. They are independent of the class names and have a
 * version, so that the classes can be renamed and moved.
 */
public final class Manifests {
  private final Map<String, Class<?>> classes;
  private final Map<Class<?>, String> names;

  /**
   * @param classes the class for each name
   * @throws IllegalStateException if a class has two names
   */
  public Manifests(Map<String, Class<?>> classes) {
    this.classes = Map.copyOf(classes);
    this.names =
        classes.keySet().stream()
            .collect(Collectors.toUnmodifiableMap(classes::get, Function.identity()));
  }

  /** The name of a class; empty if it has none. */
  public Optional<String> of(Class<?> type) {
    return Optional.ofNullable(names.get(type));
  }

  /** The class with a name; empty if the name is unknown to this release. */
  public Optional<Class<?>> classOf(String manifest) {
    return Optional.ofNullable(classes.get(manifest));
  }

  public Set<String> all() {
    return classes.keySet();
  }
}
