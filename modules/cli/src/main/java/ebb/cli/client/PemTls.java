package ebb.cli.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** TLS from PEM files, as administrators have them. */
public final class PemTls {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----(.*?)-----END PRIVATE KEY-----", Pattern.DOTALL);
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519");
  private static final char[] NO_PASSWORD = {};

  private PemTls() {}

  /**
   * @throws CommandException if a file cannot be used; the message names it
   */
  public static SSLContext context(Optional<Path> ca, Optional<Credentials.Identity> identity) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      TrustManager @Nullable [] trusted = ca.isPresent() ? trusted(ca.get()) : null;
      KeyManager @Nullable [] own = identity.isPresent() ? own(identity.get()) : null;
      context.init(own, trusted, null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new CommandException("TLS cannot be set up", "look at --ca, --cert and --key", e);
    }
  }

  private static TrustManager[] trusted(Path ca) throws GeneralSecurityException, IOException {
    KeyStore store = emptyStore();
    int number = 0;
    for (Certificate each : certificates(ca)) {
      store.setCertificateEntry("ca-" + number++, each);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyManager[] own(Credentials.Identity identity)
      throws GeneralSecurityException, IOException {
    KeyStore store = emptyStore();
    Certificate[] chain = certificates(identity.certificate()).toArray(Certificate[]::new);
    store.setKeyEntry("own", key(identity.key()), NO_PASSWORD, chain);
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    return store;
  }

  private static Collection<? extends Certificate> certificates(Path file) {
    try {
      Collection<? extends Certificate> found =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)));
      if (!found.isEmpty()) {
        return found;
      }
    } catch (GeneralSecurityException | IOException e) {
      throw unusable(file, "certificates in PEM", e);
    }
    throw unusable(file, "certificates in PEM", null);
  }

  private static PrivateKey key(Path file) throws GeneralSecurityException {
    byte[] der;
    try {
      Matcher pem = KEY.matcher(Files.readString(file));
      if (!pem.find()) {
        throw unusable(file, "a key in PEM (PKCS#8, without a password)", null);
      }
      der = Base64.getMimeDecoder().decode(pem.group(1));
    } catch (IOException e) {
      throw unusable(file, "a key in PEM (PKCS#8, without a password)", e);
    }
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
      } catch (InvalidKeySpecException e) {
        // The key is of another kind, or of none; said below.
      }
    }
    throw unusable(file, "a key of one of the kinds " + ALGORITHMS, null);
  }

  private static CommandException unusable(Path file, String expected, @Nullable Exception cause) {
    String message = "cannot use " + file + ": expected " + expected;
    return cause == null
        ? new CommandException(message, "name another file")
        : new CommandException(message, "name another file", cause);
  }
}
