package ebb.admin.access;

import akka.stream.TLSClosing;
import akka.stream.javadsl.TLS;
import ebb.admin.http.HttpListener;
import ebb.files.Pem;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;

/**
 * The server's side of TLS 1.3 and 1.2, by the JDK. A connection that is accepted after one of the
 * files has changed gets the new certificate. Renegotiation by clients is disabled for the whole
 * process, by its main class.
 */
public final class Tls {
  /** Cipher suites with forward secrecy and authenticated encryption. */
  private static final Pattern SUITE =
      Pattern.compile(
          "TLS_(AES|CHACHA20)_\\w+" // all suites of TLS 1.3 qualify
              + "|TLS_ECDHE_(ECDSA|RSA)_WITH_(AES_\\d+_GCM|CHACHA20_POLY1305)_\\w+");

  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};
  private static final char[] IN_MEMORY = {};

  private final ReloadingFile<SSLContext> context;
  private final boolean asksForCertificate;

  private Tls(ReloadingFile<SSLContext> context, boolean asksForCertificate) {
    this.context = context;
    this.asksForCertificate = asksForCertificate;
  }

  /**
   * @param blocking the executor for checks of the files
   * @throws IllegalArgumentException with a one-line message, if a file cannot be used
   */
  public static Tls of(TlsSettings settings, Executor blocking) {
    return new Tls(
        new ReloadingFile<>(settings.files(), () -> context(settings), blocking),
        settings.clientCa().isPresent());
  }

  /** The transport for a connection that is accepted now. */
  public CompletionStage<HttpListener.Transport> transport() {
    return context
        .get()
        .thenApply(
            now ->
                new HttpListener.Transport(
                    TLS.create(() -> engine(now), session -> {}, TLSClosing.eagerClose())));
  }

  private SSLEngine engine(SSLContext now) {
    SSLEngine engine = now.createSSLEngine();
    engine.setUseClientMode(false);
    engine.setEnabledProtocols(PROTOCOLS);
    engine.setEnabledCipherSuites(
        Arrays.stream(engine.getSupportedCipherSuites())
            .filter(suite -> SUITE.matcher(suite).matches())
            .toArray(String[]::new));
    // A client without a certificate gets an answer that says so, rather than a broken connection.
    engine.setWantClientAuth(asksForCertificate);
    return engine;
  }

  /**
   * @throws IllegalArgumentException with a one-line message that names the unusable file
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
