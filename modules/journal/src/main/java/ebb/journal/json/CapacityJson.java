package ebb.journal.json;

import ebb.domain.Resource;

/** The capacity of a node. */
public record CapacityJson(long memoryMb, int vcores) {
  public static CapacityJson of(Resource size) {
    return new CapacityJson(size.memoryMb(), size.vcores());
  }
}
