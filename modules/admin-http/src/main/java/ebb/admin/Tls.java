package ebb.admin;

import akka.http.javadsl.ConnectionContext;
import akka.http.javadsl.HttpsConnectionContext;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;

/**
 * The server's side of TLS, 1.3 and 1.2, by the JDK. A connection that comes in after one of the
 * files has changed is given the new certificate.
 */
final class Tls {
  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};
  private static final char[] IN_MEMORY = {};

  private Tls() {}

  static HttpsConnectionContext of(TlsSettings settings) {
    FileBacked<SSLContext> context = new FileBacked<>(settings.files(), () -> context(settings));
    return ConnectionContext.httpsServer(
        () -> engine(context.get(), settings.clientCa().isPresent()));
  }

  private static SSLEngine engine(SSLContext context, boolean asksForCertificate) {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    engine.setEnabledProtocols(PROTOCOLS);
    // Who has none is refused with an answer that says so, rather than with a broken connection.
    engine.setWantClientAuth(asksForCertificate);
    return engine;
  }

  /**
   * @throws IllegalArgumentException in one line that names the file which cannot be used
   */
  static SSLContext context(TlsSettings settings) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          keys(settings).getKeyManagers(),
          settings.clientCa().isPresent()
              ? issuers(Pem.certificates(settings.clientCa().get())).getTrustManagers()
              : null,
          null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException(settings.certificate() + " cannot be used: " + e, e);
    }
  }

  private static KeyManagerFactory keys(TlsSettings settings)
      throws GeneralSecurityException, IOException {
    List<X509Certificate> chain = Pem.certificates(settings.certificate());
    PrivateKey key = Pem.privateKey(settings.key());
    if (!belongTogether(key, chain.get(0))) {
      throw new IllegalArgumentException(
          settings.key() + " is not the key of the first certificate in " + settings.certificate());
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, IN_MEMORY);
    store.setKeyEntry("ebb", key, IN_MEMORY, chain.toArray(X509Certificate[]::new));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, IN_MEMORY);
    return factory;
  }

  private static boolean belongTogether(PrivateKey key, X509Certificate certificate)
      throws GeneralSecurityException {
    if (!key.getAlgorithm().equals(certificate.getPublicKey().getAlgorithm())) {
      return false;
    }
    Signature signature = Signature.getInstance(algorithm(key));
    signature.initSign(key);
    byte[] signed = signature.sign();
    signature.initVerify(certificate.getPublicKey());
    try {
      return signature.verify(signed);
    } catch (SignatureException e) {
      return false; // of another length
    }
  }

  private static String algorithm(PrivateKey key) {
    return switch (key.getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> key.getAlgorithm();
    };
  }

  private static TrustManagerFactory issuers(List<X509Certificate> certificates)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, IN_MEMORY);
    for (int i = 0; i < certificates.size(); i++) {
      store.setCertificateEntry("issuer" + i, certificates.get(i));
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory;
  }
}
