package ebb.files;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads certificates and keys as text (PEM), the form in which issuers deliver them. */
public final class Pem {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

  private Pem() {}

  /**
   * @return at least one certificate
   * @throws IllegalArgumentException with a one-line message that names the file
   */
  public static List<X509Certificate> certificates(Path file) {
    try {
      InputStream in = new ByteArrayInputStream(ConfiguredFile.readInTime(file));
      List<X509Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (!certificates.isEmpty()) {
        return certificates;
      }
    } catch (IOException e) {
      throw ConfiguredFile.unusable(file, e);
    } catch (CertificateException e) {
      // rejected below, like a file that contains none
    }
    throw new IllegalArgumentException(file + " holds no certificates in PEM");
  }

  /**
   * @throws IllegalArgumentException with a one-line message that names the file and quotes nothing
   *     of its content
   */
  public static PrivateKey privateKey(Path file) {
    String text;
    try {
      text = new String(ConfiguredFile.readInTime(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw ConfiguredFile.unusable(file, e);
    }
    Matcher key = KEY.matcher(text);
    if (key.find()) {
      byte[] encoded = Base64.getMimeDecoder().decode(key.group(1));
      for (String algorithm : ALGORITHMS) {
        try {
          return KeyFactory.getInstance(algorithm)
              .generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (InvalidKeySpecException e) {
          // a key for another algorithm
        } catch (GeneralSecurityException e) {
          throw new IllegalStateException("every Java has " + algorithm, e);
        }
      }
    }
    throw new IllegalArgumentException(
        file
            + " holds no private key that can be used; expected PKCS#8 in PEM without a password,"
            + " as 'openssl pkcs8 -topk8 -nodes' writes it");
  }
}
