package ebb.soak.fault;

/**
 * The error of a JVM's wall clock. Loaded by the bootstrap class loader, so that the JDK's own
 * classes can read it.
 */
public final class ClockOffset {
  public static volatile long millis;

  private ClockOffset() {}
}
