package ebb.simulation.environment;

import java.util.List;
import java.util.Random;

/** Random numbers for one purpose, independent of how many numbers others take. */
public final class Chance {
  private final Random random;

  public Chance(long seed, String purpose) {
    random = new Random(seed * 0x9E3779B97F4A7C15L ^ (long) purpose.hashCode() << 17);
  }

  public Random random() {
    return random;
  }

  /** True once in this many times. */
  public boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  public boolean percent(int percent) {
    return random.nextInt(100) < percent;
  }

  /** Both ends are included. */
  public int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  public <T> T of(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }
}
