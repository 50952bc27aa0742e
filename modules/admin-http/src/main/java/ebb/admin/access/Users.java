package ebb.admin.access;

import ebb.domain.text.TextLimit;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The users of the API. The file has one line for each credential: a name, a role ({@code reader},
 * {@code admin}, or one that a line such as {@code role gpu-team drain recommission label=gpu}
 * defines), and {@code sha256:} with the hash of a token in hexadecimal, or {@code certificate} for
 * the owner of a client certificate of that name. Empty lines and lines that begin with {@code #}
 * are ignored. A user may have several tokens.
 *
 * <p>Tokens are long and random, so a plain hash of one cannot be reversed.
 */
final class Users {
  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final Pattern HASH = Pattern.compile("sha256:[0-9a-fA-F]{64}");
  private static final String CERTIFICATE = "certificate";
  private static final String FORM =
      "expected NAME reader|admin or a role of this file, then sha256:HASH of a token (64"
          + " hexadecimal digits) or certificate";

  private static final Pattern ROLE_NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");
  private static final String ROLE = "role";
  private static final String ROLE_FORM =
      "expected role NAME, then some of drain, recommission, timeout, force, leave, and for a role"
          + " of some nodes (without leave) label=LABELS, rack=RACKS or hosts=HOSTS; each name once";

  private final Map<String, Role> roles = new HashMap<>();
  private final List<Token> tokens = new ArrayList<>();
  private final Map<String, User> certificates = new HashMap<>();

  private Users() {
    roles.put("reader", Role.READER);
    roles.put("admin", Role.ADMIN);
  }

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
    // A role may stand below its users.
    users.takeAll(file, lines, Users::isRole, users::takeRole, ROLE_FORM);
    users.takeAll(file, lines, line -> !isRole(line), users::take, FORM);
    return users;
  }

  private void takeAll(
      String file,
      List<String> lines,
      Predicate<List<String>> kind,
      BiPredicate<List<String>, String> take,
      String form) {
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      List<String> words = BLANKS.splitAsStream(line).toList();
      String where = file + ", line " + (i + 1) + ": ";
      if (kind.test(words) && !take.test(words, where)) {
        throw new IllegalArgumentException(where + form);
      }
    }
  }

  /** A line of a user ends with a credential, even if the name of the user begins like a role. */
  private static boolean isRole(List<String> words) {
    return words.get(0).equals(ROLE) && !isCredential(words.get(words.size() - 1));
  }

  private static boolean isCredential(String word) {
    return word.equals(CERTIFICATE) || HASH.matcher(word).matches();
  }

  private boolean takeRole(List<String> words, String where) {
    if (words.size() < 3 || !ROLE_NAME.matcher(words.get(1)).matches()) {
      return false;
    }
    Set<Permission> permissions = EnumSet.noneOf(Permission.class);
    RoleScope.Builder scope = new RoleScope.Builder();
    for (String word : words.subList(2, words.size())) {
      Optional<Permission> permission = Permission.of(word);
      permission.ifPresent(permissions::add);
      if (permission.isEmpty() && !scope.take(word)) {
        return false;
      }
    }
    Role role = new Role(words.get(1), permissions, scope.build());
    boolean isForNodes = role.scope().isEmpty() || !role.may(Permission.LEAVE);
    return !permissions.isEmpty() && isForNodes && roles.putIfAbsent(role.name(), role) == null;
  }

  private boolean take(List<String> words, String where) {
    int names = words.size() - 2;
    if (names < 1) {
      return false;
    }
    Optional<Role> role = Optional.ofNullable(roles.get(words.get(names)));
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
