package ebb.app;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.files.ConfiguredFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Mutual TLS between instances, by Akka's provider that reads its files again every five minutes.
 * Beyond the issuer it wants the certificates of all instances to have a name in common.
 *
 * @param certificate of this instance, PEM
 * @param key of the certificate, RSA (Akka reads no other), PKCS#8 in PEM
 * @param ca issuer of the certificates of all instances, PEM
 */
record ClusterTls(Path certificate, Path key, Path ca) {
  private static final String PATH = ClusterSettings.PATH + ".tls";
  static final String KEYS = PATH + ".certificate, .key and .ca";

  /**
   * @return empty if nothing of it is configured
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
    return Optional.of(new ClusterTls(file(tls, "certificate"), file(tls, "key"), file(tls, "ca")));
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

  Config akka() {
    return ConfigFactory.parseMap(
        Map.of(
            "akka.remote.artery.transport",
            "tls-tcp",
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
                    "TLSv1.3",
                    "enabled-algorithms",
                    List.of("TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256")))));
  }
}
