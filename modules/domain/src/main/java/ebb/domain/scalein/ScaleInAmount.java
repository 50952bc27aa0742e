package ebb.domain.scalein;

/**
 * How much is to leave.
 *
 * @param value at least 1
 */
public record ScaleInAmount(Unit unit, long value) {
  /** In what the amount is counted. */
  public enum Unit {
    NODES("nodes"),
    MEMORY("MB of memory"),
    VCORES("vcores");

    private final String plural;

    Unit(String plural) {
      this.plural = plural;
    }

    long of(ScaleInHost host) {
      return switch (this) {
        case NODES -> host.nodes();
        case MEMORY -> host.size().memoryMb();
        case VCORES -> host.size().vcores();
      };
    }

    String text(long value) {
      return value + " " + plural;
    }
  }

  /**
   * @throws IllegalArgumentException if nothing is to leave
   */
  public ScaleInAmount {
    if (value < 1) {
      throw new IllegalArgumentException("Expected at least 1, but got " + value);
    }
  }

  @Override
  public String toString() {
    return unit.text(value);
  }
}
