package ebb.admin.access;

import com.typesafe.config.Config;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files for TLS, all in PEM format.
 *
 * @param certificate this server's certificate, followed by those that lead to its issuer
 * @param key the certificate's key, PKCS#8 without a password
 * @param clientCa issuers of client certificates; empty if clients are not asked for one
 */
public record TlsSettings(Path certificate, Path key, Optional<Path> clientCa) {
  private static final String PATH = AdminSettings.PATH + ".tls";

  /**
   * @param config the configuration {@code ebb.http}
   * @return empty without TLS
   * @throws IllegalArgumentException with a one-line message, if only a part is set
   */
  static Optional<TlsSettings> from(Config config) {
    Optional<Path> certificate = AdminSettings.path(config, "tls.certificate");
    Optional<Path> key = AdminSettings.path(config, "tls.key");
    Optional<Path> clientCa = AdminSettings.path(config, "tls.client-ca");
    if (certificate.isPresent() != key.isPresent()
        || (clientCa.isPresent() && certificate.isEmpty())) {
      throw new IllegalArgumentException(
          PATH
              + ": certificate = "
              + certificate.map(Path::toString).orElse("\"\"")
              + " with key = "
              + key.map(Path::toString).orElse("\"\"")
              + " is not allowed; allowed are both or neither, and client-ca with both only");
    }
    return certificate.flatMap(c -> key.map(k -> new TlsSettings(c, k, clientCa)));
  }

  /**
   * Reads the files to check them. Blocks.
   *
   * @throws IllegalArgumentException with a one-line message that names the unusable file
   */
  public void requireUsable() {
    Tls.context(this);
  }

  List<Path> files() {
    return Stream.concat(Stream.of(certificate, key), clientCa.stream()).toList();
  }
}
