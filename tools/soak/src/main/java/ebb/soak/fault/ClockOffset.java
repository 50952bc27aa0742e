package ebb.soak.fault;

/**
 * How wrong the wall clock of a JVM is. The bootstrap class loader has it there, so that the JDK's
 * own classes can read it.
 */
public final class ClockOffset {
  public static volatile long millis;

  private ClockOffset() {}
}
