package ebb.admin;

import ebb.domain.Resource;

/** The size of a node. */
record CapacityJson(long memoryMb, int vcores) {
  static CapacityJson of(Resource size) {
    return new CapacityJson(size.memoryMb(), size.vcores());
  }
}
