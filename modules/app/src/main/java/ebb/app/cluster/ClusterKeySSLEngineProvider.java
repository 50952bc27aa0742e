package ebb.app.cluster;

import akka.remote.artery.tcp.SSLEngineProvider;
import ebb.journal.ClusterKey;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManagerFactory;
import scala.Option;

/**
 * Mutual TLS 1.3 between instances that share a key: each presents the same certificate, and
 * accepts no other one. Names and addresses do not matter.
 */
final class ClusterKeySSLEngineProvider implements SSLEngineProvider {
  private static final String NAME = "ebb";
  private static final char[] IN_MEMORY = {};

  private final SSLContext context;

  ClusterKeySSLEngineProvider(ClusterKey key) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, IN_MEMORY);
      store.setKeyEntry(NAME, key.key(), IN_MEMORY, new Certificate[] {key.certificate()});
      KeyManagerFactory shown =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      shown.init(store, IN_MEMORY);
      KeyStore others = KeyStore.getInstance("PKCS12");
      others.load(null, IN_MEMORY);
      others.setCertificateEntry(NAME, key.certificate());
      TrustManagerFactory trusted =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trusted.init(others);
      context = SSLContext.getInstance("TLS");
      context.init(shown.getKeyManagers(), trusted.getTrustManagers(), null);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this Java has no TLS 1.3 for the cluster's key", e);
    }
  }

  @Override
  public SSLEngine createServerSSLEngine(String hostname, int port) {
    SSLEngine engine = engine(hostname, port);
    engine.setUseClientMode(false);
    engine.setNeedClientAuth(true);
    return engine;
  }

  @Override
  public SSLEngine createClientSSLEngine(String hostname, int port) {
    SSLEngine engine = engine(hostname, port);
    engine.setUseClientMode(true);
    return engine;
  }

  private SSLEngine engine(String hostname, int port) {
    SSLEngine engine = context.createSSLEngine(hostname, port);
    engine.setEnabledProtocols(new String[] {ClusterTls.PROTOCOL});
    engine.setEnabledCipherSuites(ClusterTls.SUITES.toArray(String[]::new));
    return engine;
  }

  @Override
  public Option<Throwable> verifyClientSession(String hostname, SSLSession session) {
    return Option.empty();
  }

  @Override
  public Option<Throwable> verifyServerSession(String hostname, SSLSession session) {
    return Option.empty();
  }
}
