package ebb.domain;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The resources of a node, or the part of them in use.
 *
 * @param memoryMb mebibytes
 * @param vcores virtual cores
 * @param others further resource types by name, in the unit of YARN's registry of types; empty in
 *     most clusters
 */
public record Resource(long memoryMb, int vcores, Map<String, Long> others) {
  public Resource {
    others = Collections.unmodifiableMap(new TreeMap<>(others));
  }

  public static Resource of(long memoryMb, int vcores) {
    return new Resource(memoryMb, vcores, Map.of());
  }
}
