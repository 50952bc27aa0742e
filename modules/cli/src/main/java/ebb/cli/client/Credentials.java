package ebb.cli.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The credentials of a caller, and the certificates that it trusts. Files for TLS are read when
 * needed, so a command without TLS loads no TLS classes.
 *
 * @param token the token for the header Authorization; never printed
 * @param ca the certificates that are trusted to sign the ResourceManager's, PEM; empty for Java's
 *     own
 * @param identity the caller's certificate and key, for mutual TLS
 * @param doAs the user for whom the caller acts, by a Kerberos ticket; empty for the caller itself
 */
public record Credentials(
    Optional<String> token, Optional<Path> ca, Optional<Identity> identity, Optional<String> doAs) {

  /**
   * @param certificate the certificate and those that signed it, PEM
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
   * @param file a file with the token in one line
   * @throws CommandException if the file cannot be read, or holds no token
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
   * @param where the source of the token, for the message, which never contains the token itself
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
