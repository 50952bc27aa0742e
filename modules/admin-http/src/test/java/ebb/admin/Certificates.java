package ebb.admin;

import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

/** Keys and certificates, made by the JDK's keytool. */
public final class Certificates {
  private static final String PASSWORD = "changeit";

  private final Path folder;
  private final Path store;
  private final String keyAlgorithm;

  /** With keys of elliptic curves, which are made fast. */
  public Certificates(Path folder) {
    this(folder, "EC");
  }

  public Certificates(Path folder, String keyAlgorithm) {
    this.folder = folder;
    this.keyAlgorithm = keyAlgorithm;
    store = folder.resolve("store.p12");
  }

  /** Makes a key with a certificate that it signed itself. */
  public void selfSigned(String alias, String subject, String... options) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD,
                "-alias",
                alias,
                "-dname",
                subject,
                "-keyalg",
                keyAlgorithm));
    command.addAll(List.of(options));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException(output);
    }
  }

  public void signedBy(String issuer, String alias, String subject, String... options)
      throws Exception {
    List<String> all = new ArrayList<>(List.of("-signer", issuer));
    all.addAll(List.of(options));
    selfSigned(alias, subject, all.toArray(String[]::new));
  }

  public Path certificate(String alias) throws Exception {
    return pem(alias + ".crt", "CERTIFICATE", load().getCertificate(alias).getEncoded());
  }

  public Path key(String alias) throws Exception {
    return pem(alias + ".key", "PRIVATE KEY", privateKey(alias).getEncoded());
  }

  private Path pem(String name, String kind, byte[] content) throws Exception {
    String text =
        "-----BEGIN %s-----\n%s\n-----END %s-----\n"
            .formatted(kind, Base64.getMimeEncoder().encodeToString(content), kind);
    return Files.writeString(folder.resolve(name), text);
  }

  /** A client that trusts one server and shows one certificate, or none, to whoever asks. */
  public HttpClient client(String server, Optional<String> own) throws Exception {
    return HttpClient.newBuilder().sslContext(context(server, own)).build();
  }

  public SSLContext context(String server, Optional<String> own) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", load().getCertificate(server));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    KeyManager[] keys =
        own.isEmpty() ? new KeyManager[0] : new KeyManager[] {new OneKey(load(), own.get())};
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, trust.getTrustManagers(), null);
    return context;
  }

  private KeyStore load() throws Exception {
    return KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
  }

  private PrivateKey privateKey(String alias) throws Exception {
    return (PrivateKey) load().getKey(alias, PASSWORD.toCharArray());
  }

  /** Shows its certificate also to a server that does not want one of this issuer. */
  private static final class OneKey extends X509ExtendedKeyManager {
    private final X509Certificate[] chain;
    private final PrivateKey key;

    private OneKey(KeyStore store, String alias) throws Exception {
      chain = new X509Certificate[] {(X509Certificate) store.getCertificate(alias)};
      Key found = store.getKey(alias, PASSWORD.toCharArray());
      key = (PrivateKey) found;
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
      return "own";
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
      return "own";
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return chain;
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return key;
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return new String[] {"own"};
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return new String[0];
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      throw new IllegalStateException("this is no server");
    }
  }
}
