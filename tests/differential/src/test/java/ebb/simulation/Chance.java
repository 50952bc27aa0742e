package ebb.simulation;

import java.util.List;
import java.util.Random;

/** Random numbers of one purpose, so that what another one takes changes nothing here. */
final class Chance {
  private final Random random;

  Chance(long seed, String purpose) {
    random = new Random(seed * 0x9E3779B97F4A7C15L ^ (long) purpose.hashCode() << 17);
  }

  Random random() {
    return random;
  }

  /** One time in so many. */
  boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  boolean percent(int percent) {
    return random.nextInt(100) < percent;
  }

  /** Both ends included. */
  int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  <T> T of(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }
}
