package ebb.nodeslist;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * Generates operation ids: nine characters of time, a hyphen, and five random characters. Ids from
 * different milliseconds sort by time, as far as the clock does not go back. Ids from the same
 * millisecond have no order. The alphabet is Crockford's, without {@code i}, {@code l}, {@code o}
 * and {@code u}.
 */
final class OperationIds implements Supplier<String> {
  private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final int BITS = 5;
  private static final int TIME_CHARACTERS = 9; // 45 bits of milliseconds: good for a millennium
  private static final int RANDOM_CHARACTERS = 5;

  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  OperationIds(Clock clock) {
    this.clock = clock;
  }

  @Override
  public String get() {
    int noise = random.nextInt(1 << (BITS * RANDOM_CHARACTERS));
    return text(clock.millis(), TIME_CHARACTERS) + "-" + text(noise, RANDOM_CHARACTERS);
  }

  private static String text(long number, int characters) {
    StringBuilder text = new StringBuilder(characters);
    for (int i = characters - 1; i >= 0; i--) {
      text.append(ALPHABET.charAt((int) (number >>> (BITS * i)) & (ALPHABET.length() - 1)));
    }
    return text.toString();
  }
}
