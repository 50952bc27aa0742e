package ebb.cli.client;

import ebb.files.Pem;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** TLS from PEM files, as administrators have them. */
public final class PemTls {
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
    } catch (IllegalArgumentException e) {
      throw new CommandException("TLS cannot be set up: " + e.getMessage(), "name another file", e);
    } catch (GeneralSecurityException | IOException e) {
      throw new CommandException("TLS cannot be set up", "look at --ca, --cert and --key", e);
    }
  }

  private static TrustManager[] trusted(Path ca) throws GeneralSecurityException, IOException {
    KeyStore store = emptyStore();
    int number = 0;
    for (Certificate each : Pem.certificates(ca)) {
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
    Certificate[] chain = Pem.certificates(identity.certificate()).toArray(Certificate[]::new);
    store.setKeyEntry("own", Pem.privateKey(identity.key()), NO_PASSWORD, chain);
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
}
