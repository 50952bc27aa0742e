package ebb.app.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.admin.access.TlsSettings;
import ebb.files.ConfiguredFile;
import ebb.files.Pem;
import java.io.IOException;
import java.nio.file.Path;
import java.security.interfaces.RSAPrivateKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Mutual TLS between instances, with Akka's provider that reloads its files every five minutes.
 * Besides the issuer, it requires that the certificates of all instances have a name in common.
 *
 * @param certificate of this instance, PEM
 * @param key of the certificate, RSA (Akka reads no other), PKCS#8 in PEM
 * @param ca issuer of the certificates of all instances, PEM
 */
public record ClusterTls(Path certificate, Path key, Path ca) {
  private static final String PATH = ClusterSettings.PATH + ".tls";
  private static final String KEYS = PATH + ".certificate, .key and .ca";

  static final String PROTOCOL = "TLSv1.3";
  static final List<String> SUITES = List.of("TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256");

  /**
   * @return empty if none of the files is configured
   * @throws IllegalArgumentException in one line that names the key, if only a part is configured
   *     or a file cannot be read
   */
  static Optional<ClusterTls> from(Config tls) {
    List<String> names =
        Stream.of("certificate", "key", "ca")
            .filter(name -> !tls.getString(name).isBlank())
            .toList();
    if (names.isEmpty()) {
      return Optional.empty();
    }
    if (names.size() < 3) {
      throw new IllegalArgumentException(KEYS + " belong together; set are only " + names);
    }
    var files = new ClusterTls(file(tls, "certificate"), file(tls, "key"), file(tls, "ca"));
    files
        .problem()
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(KEYS + " cannot be used: " + problem);
            });
    return Optional.of(files);
  }

  /**
   * Why the files cannot be used, in one line that names one of them; empty if they can. How long
   * they are valid does not matter. Blocks for a moment.
   */
  public Optional<String> problem() {
    try {
      new TlsSettings(certificate, key, Optional.of(ca)).requireUsable();
      return Pem.privateKey(key) instanceof RSAPrivateKey
          ? Optional.empty()
          : Optional.of(key + " holds no RSA key");
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static Path file(Config tls, String name) {
    Path file = Path.of(tls.getString(name)).toAbsolutePath().normalize();
    try {
      ConfiguredFile.readInTime(file);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          PATH
              + "."
              + name
              + " = "
              + file
              + " is not allowed; allowed is a file that can be read: "
              + e.getMessage(),
          e);
    }
    return file;
  }

  public Config akka() {
    return ConfigFactory.parseMap(
        Map.of(
            "akka.remote.artery.ssl",
            Map.of(
                "ssl-engine-provider",
                "akka.remote.artery.tcp.ssl.RotatingKeysSSLEngineProvider",
                "rotating-keys-engine",
                Map.of(
                    "cert-file",
                    certificate.toString(),
                    "key-file",
                    key.toString(),
                    "ca-cert-file",
                    ca.toString(),
                    "protocol",
                    PROTOCOL,
                    "enabled-algorithms",
                    SUITES))));
  }
}
