package ebb.simulation;

import java.util.List;
import java.util.Random;

/** Random numbers for one purpose, independent of how many numbers others take. */
final class Chance {
  private final Random random;

  Chance(long seed, String purpose) {
    random = new Random(seed * 0x9E3779B97F4A7C15L ^ (long) purpose.hashCode() << 17);
  }

  Random random() {
    return random;
  }

  /** True once in this many times. */
  boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  boolean percent(int percent) {
    return random.nextInt(100) < percent;
  }

  /** Both ends are included. */
  int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  <T> T of(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }
}
