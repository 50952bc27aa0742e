package ebb.admin;

import ebb.domain.Resource;

/** The full size of a node, which a drain does not shrink. */
record CapacityJson(long memoryMb, int vcores) {
  static CapacityJson of(Resource size) {
    return new CapacityJson(size.memoryMb(), size.vcores());
  }
}
