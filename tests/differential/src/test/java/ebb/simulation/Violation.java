package ebb.simulation;

/**
 * A broken promise.
 *
 * @param promise which is broken
 * @param words what was observed
 */
record Violation(String promise, String words) {
  @Override
  public String toString() {
    return promise + ": " + words;
  }
}
