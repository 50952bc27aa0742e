package ebb.soak.plan;

/** Which way nothing gets through any more. */
public enum Way {
  BOTH,
  /** What the others say does not arrive; what it says does. */
  IN,
  /** What it says does not arrive; what the others say does. */
  OUT
}
