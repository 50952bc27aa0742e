package ebb.soak.plan;

/** The direction in which nothing arrives. */
public enum Way {
  BOTH,
  /** What the others send to it. */
  IN,
  /** What it sends to the others. */
  OUT
}
