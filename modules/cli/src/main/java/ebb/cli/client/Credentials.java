package ebb.cli.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Who asks, and whom he trusts. Read when needed, so that a command without TLS loads nothing of
 * it.
 *
 * @param token for the header Authorization; never printed
 * @param ca certificates that may have signed the ResourceManager's, PEM; empty for Java's own
 * @param identity the asker's certificate and key, for mutual TLS
 * @param doAs the user for whom the asker acts, by a Kerberos ticket; empty for the asker
 */
public record Credentials(
    Optional<String> token, Optional<Path> ca, Optional<Identity> identity, Optional<String> doAs) {

  /**
   * @param certificate and those that signed it, PEM
   * @param key PKCS#8, PEM, without a password
   */
  public record Identity(Path certificate, Path key) {}

  /**
   * @throws CommandException if a file cannot be used
   */
  SSLContext tls() {
    return PemTls.context(ca, identity);
  }

  /**
   * @param file one line
   * @throws CommandException if it cannot be read, or holds none
   */
  public static String tokenIn(Path file) {
    try {
      return checked(Files.readString(file).strip(), file.toString());
    } catch (IOException e) {
      throw new CommandException(
          "the token file " + file + " cannot be read", "name a readable one with --token-file", e);
    }
  }

  /**
   * @param where it came from, for the message; the token itself is told to nobody
   */
  public static String checked(String token, String where) {
    if (token.isEmpty() || token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw new CommandException(
          where + " holds no token", "a token is one word of printable characters");
    }
    return token;
  }

  @Override
  public String toString() {
    return "Credentials[token "
        + (token.isPresent() ? "given" : "none")
        + ", "
        + ca
        + ", "
        + identity
        + ", "
        + doAs
        + "]";
  }
}
