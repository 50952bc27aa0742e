package ebb.admin.access;

import ebb.domain.text.TextLimit;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The users of the API. The file has one line for each credential: a name, a role ({@code reader}
 * or {@code admin}), and {@code sha256:} with the hash of a token in hexadecimal, or {@code
 * certificate} for the owner of a client certificate of that name. Empty lines and lines that begin
 * with {@code #} are ignored. A user may have several tokens.
 *
 * <p>Tokens are long and random, so a plain hash of one cannot be reversed.
 */
final class Users {
  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final Pattern HASH = Pattern.compile("sha256:[0-9a-fA-F]{64}");
  private static final String CERTIFICATE = "certificate";
  private static final String FORM =
      "expected NAME reader|admin, then sha256:HASH of a token (64 hexadecimal digits) or"
          + " certificate";

  private final List<Token> tokens = new ArrayList<>();
  private final Map<String, User> certificates = new HashMap<>();

  private Users() {}

  /** A user as in the file. */
  record User(String name, Role role) {}

  private static final class Token {
    private final byte[] hash;
    private final User user;

    private Token(byte[] hash, User user) {
      this.hash = hash;
      this.user = user;
    }
  }

  /**
   * @param file the name of the file, for messages
   * @throws IllegalArgumentException with a message that names file and line, and quotes nothing,
   *     because a quotation might contain a token
   */
  static Users parse(String file, List<String> lines) {
    Users users = new Users();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      String where = file + ", line " + (i + 1) + ": ";
      if (!line.isEmpty() && !line.startsWith("#") && !users.take(line, where)) {
        throw new IllegalArgumentException(where + FORM);
      }
    }
    return users;
  }

  private boolean take(String line, String where) {
    List<String> words = BLANKS.splitAsStream(line).toList();
    int names = words.size() - 2;
    if (names < 1) {
      return false;
    }
    Optional<Role> role = role(words.get(names));
    if (role.isEmpty()) {
      return false;
    }
    String name = String.join(" ", words.subList(0, names));
    if (name.length() > TextLimit.USER_NAME.longest()) {
      throw new IllegalArgumentException(
          "%sthe name has %d characters; allowed are 1 to %d"
              .formatted(where, name.length(), TextLimit.USER_NAME.longest()));
    }
    User user = new User(name, role.get());
    String credential = words.get(names + 1);
    if (credential.equals(CERTIFICATE)) {
      return certificates.put(user.name(), user) == null;
    } else if (HASH.matcher(credential).matches()) {
      byte[] hash = HexFormat.of().parseHex(credential.substring("sha256:".length()));
      return tokens.stream().noneMatch(known -> Arrays.equals(known.hash, hash))
          && tokens.add(new Token(hash, user));
    }
    return false;
  }

  private static Optional<Role> role(String word) {
    return Arrays.stream(Role.values())
        .filter(role -> role.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst();
  }

  /** The user of a token. Takes the same time for a token that is nearly right as for any other. */
  Optional<User> byToken(String token) {
    byte[] hash = sha256(token);
    return tokens.stream()
        .filter(known -> MessageDigest.isEqual(known.hash, hash))
        // Compares all tokens, wherever the right one stands.
        .collect(Collectors.reducing((first, second) -> first))
        .map(known -> known.user);
  }

  Optional<User> byCertificate(String name) {
    return Optional.ofNullable(certificates.get(name));
  }

  private static byte[] sha256(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
