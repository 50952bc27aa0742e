package ebb.scenarios.security;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.Base64;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.util.KerberosUtil;
import org.apache.kerby.kerberos.kerb.client.KrbClient;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSManager;
import org.ietf.jgss.GSSName;

/**
 * A Kerberos realm with a KDC on the loopback address. It applies to the whole JVM until it is
 * closed; meanwhile Hadoop's clients in this JVM are secure.
 */
public final class Realm implements AutoCloseable {
  private final MiniKdc kdc;
  private final Path folder;

  private Realm(MiniKdc kdc, Path folder) {
    this.kdc = kdc;
    this.folder = folder;
  }

  /**
   * Starts the KDC.
   *
   * @param parent folder for its files
   */
  public static Realm open(Path parent) throws Exception {
    Path folder = Files.createTempDirectory(parent, "kdc-");
    Properties settings = MiniKdc.createConf();
    settings.setProperty(MiniKdc.TRANSPORT, "TCP");
    MiniKdc kdc = new MiniKdc(settings, folder.toFile());
    kdc.start();
    Configuration secure = new Configuration(false);
    secure.set("hadoop.security.authentication", "kerberos");
    UserGroupInformation.setConfiguration(secure);
    return new Realm(kdc, folder);
  }

  /** The full principal name. */
  public String principal(String name) {
    return name + "@" + kdc.getRealm();
  }

  /** The options with which a process finds the KDC. */
  public String jvmOption() {
    return "-D" + MiniKdc.JAVA_SECURITY_KRB5_CONF + "=" + kdc.getKrb5conf();
  }

  /** The keytab of a principal, which is created if necessary. */
  public Path keytab(String name) throws Exception {
    Path file = keytabFile(name);
    if (!Files.exists(file)) {
      kdc.createPrincipal(file.toFile(), name);
    }
    return file;
  }

  /** The path that {@link #keytab} uses. */
  public Path keytabFile(String name) {
    return folder.resolve(name.replace('/', '-') + ".keytab");
  }

  /** Logs in as this principal. */
  UserGroupInformation login(String name) throws Exception {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(
        principal(name), keytab(name).toString());
  }

  /** As {@code kinit} does it: the file is for {@code KRB5CCNAME}. */
  public Path ticketOf(String name) throws Exception {
    Path keytab = keytab(name);
    KrbClient client = new KrbClient(kdc.getKrb5conf().getParentFile());
    client.init();
    Path ticket = folder.resolve(name + ".ticket");
    client.storeTicket(client.requestTgt(principal(name), keytab.toFile()), ticket.toFile());
    return ticket;
  }

  /**
   * The {@code Authorization} header for an HTTP server of this machine, as the logged-in
   * principal.
   */
  public Supplier<String> authorizationOf(String name) throws Exception {
    UserGroupInformation user = login(name);
    return () -> {
      try {
        return negotiate(user);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    };
  }

  /** The {@code Authorization} header of a principal for an HTTP server of this machine. */
  static String negotiate(UserGroupInformation user) throws Exception {
    return user.doAs((PrivilegedExceptionAction<String>) Realm::negotiate);
  }

  private static String negotiate() throws Exception {
    GSSManager gss = GSSManager.getInstance();
    GSSName server = gss.createName("HTTP@localhost", GSSName.NT_HOSTBASED_SERVICE);
    GSSContext context =
        gss.createContext(
            server, KerberosUtil.GSS_SPNEGO_MECH_OID, null, GSSContext.DEFAULT_LIFETIME);
    try {
      context.requestMutualAuth(true);
      byte[] token = context.initSecContext(new byte[0], 0, 0);
      return "Negotiate " + Base64.getEncoder().encodeToString(token);
    } finally {
      context.dispose();
    }
  }

  @Override
  public void close() {
    UserGroupInformation.reset();
    kdc.stop();
  }
}
