package ebb.simulation;

/**
 * Something that must not be.
 *
 * @param promise which is broken
 * @param words what was seen
 */
record Violation(String promise, String words) {
  @Override
  public String toString() {
    return promise + ": " + words;
  }
}
