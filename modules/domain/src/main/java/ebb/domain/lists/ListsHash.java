package ebb.domain.lists;

import ebb.domain.DrainTimeout;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/**
 * Computes the name of a pair of lists in the journal: the same hosts and timeouts give the same
 * name.
 */
public final class ListsHash {
  private ListsHash() {}

  /**
   * SHA-256, in hexadecimal, of one line for each entry in the order of the names: {@code include
   * HOST}, then {@code exclude TIMEOUT HOST}. The timeout is in seconds, {@code -1} when infinite,
   * {@code held} when held, {@code -} when absent. This form never changes, because the journal
   * contains the hashes.
   */
  public static String of(HostLists lists) {
    MessageDigest digest = sha256();
    for (String host : lists.includes()) {
      digest.update(bytes("include " + host + "\n"));
    }
    for (Map.Entry<String, Optional<DrainTimeout>> entry : lists.excludes().entrySet()) {
      String timeout = entry.getValue().map(DrainTimeout::exact).orElse("-");
      digest.update(bytes("exclude " + timeout + " " + entry.getKey() + "\n"));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
