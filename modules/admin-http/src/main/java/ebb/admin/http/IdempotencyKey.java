package ebb.admin.http;

import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpRequest;
import ebb.domain.lists.RequestKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * The header with which a request may be sent again without being carried out again. Two requests
 * are the same if their paths and bodies are equal, byte for byte.
 */
public final class IdempotencyKey {
  private static final String HEADER = "Idempotency-Key";
  private static final int LONGEST = 128;

  private IdempotencyKey() {}

  /**
   * @throws ProblemException if there are several keys, or the key is not allowed
   */
  public static Optional<RequestKey> of(HttpRequest request, byte[] body) {
    List<String> given =
        StreamSupport.stream(request.getHeaders().spliterator(), false)
            .filter(header -> header.is("idempotency-key"))
            .map(HttpHeader::value)
            .toList();
    if (given.isEmpty()) {
      return Optional.empty();
    } else if (given.size() > 1 || !isAllowed(given.get(0))) {
      throw new ProblemException(
          ProblemCode.INVALID_PARAMETER,
          "Expected one key of 1 to "
              + LONGEST
              + " printable ASCII characters, but got "
              + (given.size() > 1 ? given.size() + " keys" : given.get(0).length() + " characters"),
          HEADER);
    }
    return Optional.of(new RequestKey(given.get(0), fingerprint(request, body)));
  }

  private static boolean isAllowed(String key) {
    return !key.isBlank()
        && key.length() <= LONGEST
        && key.chars().allMatch(character -> character >= ' ' && character <= '~');
  }

  private static String fingerprint(HttpRequest request, byte[] body) {
    MessageDigest digest = sha256();
    digest.update((request.getUri().path() + "\n").getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest.digest(body));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
