package ebb.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.Base64;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.kerby.kerberos.kerb.client.KrbClient;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSCredential;
import org.ietf.jgss.GSSManager;

/** A Kerberos realm with a user, alice, and a service on this host, HTTP/localhost. */
final class TestKdc implements AutoCloseable {
  private final MiniKdc kdc;
  private final Path folder;
  private final Subject service;

  private TestKdc(MiniKdc kdc, Path folder, Subject service) {
    this.kdc = kdc;
    this.folder = folder;
    this.service = service;
  }

  static TestKdc in(Path folder) throws Exception {
    MiniKdc kdc = new MiniKdc(MiniKdc.createConf(), folder.toFile());
    kdc.start();
    File alice = folder.resolve("alice.keytab").toFile();
    kdc.createPrincipal(alice, "alice");
    Path keytab = folder.resolve("http.keytab");
    kdc.createPrincipal(keytab.toFile(), "HTTP/localhost");
    return new TestKdc(kdc, folder, login(keytab, "HTTP/localhost@" + kdc.getRealm()));
  }

  /** As kinit would get it. */
  Path ticketOfAlice() throws Exception {
    Path tickets = folder.resolve("alice.tickets");
    if (!Files.exists(tickets)) {
      KrbClient client = new KrbClient(kdc.getKrb5conf().getParentFile());
      client.init();
      client.storeTicket(
          client.requestTgt("alice@" + kdc.getRealm(), folder.resolve("alice.keytab").toFile()),
          tickets.toFile());
    }
    return tickets;
  }

  Path krb5Conf() {
    return kdc.getKrb5conf().toPath();
  }

  String alice() {
    return "alice@" + kdc.getRealm();
  }

  /**
   * Whose ticket that is.
   *
   * @param authorization of the header of this name
   */
  String userOf(String authorization) {
    try {
      byte[] token = Base64.getDecoder().decode(authorization.replaceFirst("^Negotiate ", ""));
      return Subject.doAs(
          service,
          (PrivilegedExceptionAction<String>)
              () -> {
                GSSContext context = GSSManager.getInstance().createContext((GSSCredential) null);
                try {
                  context.acceptSecContext(token, 0, token.length);
                  return context.getSrcName().toString();
                } finally {
                  context.dispose();
                }
              });
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Subject login(Path keytab, String principal) throws Exception {
    Configuration fromKeytab =
        new Configuration() {
          @Override
          public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
            return new AppConfigurationEntry[] {
              new AppConfigurationEntry(
                  "com.sun.security.auth.module.Krb5LoginModule",
                  LoginModuleControlFlag.REQUIRED,
                  Map.of(
                      "refreshKrb5Config", "true",
                      "useKeyTab", "true",
                      "storeKey", "true",
                      "isInitiator", "false",
                      "doNotPrompt", "true",
                      "keyTab", keytab.toString(),
                      "principal", principal))
            };
          }
        };
    LoginContext login = new LoginContext("service", new Subject(), null, fromKeytab);
    login.login();
    return login.getSubject();
  }

  @Override
  public void close() throws IOException {
    kdc.stop();
  }
}
