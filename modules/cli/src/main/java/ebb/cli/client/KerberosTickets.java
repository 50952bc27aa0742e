package ebb.cli.client;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosTicket;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.GSSManager;
import org.ietf.jgss.GSSName;
import org.ietf.jgss.Oid;

/**
 * The user's Kerberos tickets, as kinit left them in a file; see SPNEGO, RFC 4559. This class never
 * asks for a password, and delegates nothing.
 */
final class KerberosTickets {
  private static final String SPNEGO = "1.3.6.1.5.5.2";

  private Optional<Subject> user = Optional.empty();

  /**
   * A token in Base64 for one request.
   *
   * @throws Refusal if there is no ticket
   */
  String tokenFor(URI base) {
    Subject current = user.filter(KerberosTickets::isCurrent).orElseGet(() -> login(base));
    user = Optional.of(current);
    Iterator<String> hosts = hosts(base).iterator();
    while (true) {
      try {
        return Base64.getEncoder().encodeToString(token(current, "HTTP@" + hosts.next()));
      } catch (GSSException e) {
        if (!hosts.hasNext()) {
          throw Refusal.unauthenticated(
              "no Kerberos ticket for " + base + " (" + reason(e) + ")",
              "name it with --rm as in its principal, HTTP/HOST",
              e);
        }
      }
    }
  }

  /**
   * Whether none of the tickets has expired. Otherwise another login finds what kinit has left
   * since.
   */
  private static boolean isCurrent(Subject subject) {
    return subject.getPrivateCredentials(KerberosTicket.class).stream()
        .allMatch(KerberosTicket::isCurrent);
  }

  private static Subject login(URI base) {
    try {
      LoginContext login = new LoginContext("ebb", new Subject(), null, new FromTicketFile());
      login.login();
      return login.getSubject();
    } catch (LoginException e) {
      throw Refusal.unauthenticated(
          "no Kerberos ticket for " + base + " (" + reason(e) + ")",
          "get one with kinit, in a file that Java reads (KRB5CCNAME=FILE:/...), or name a token"
              + " with --token-file",
          e);
    }
  }

  /**
   * The host names to try in the service's principal. A service on this host has the host's
   * principal, whatever its loopback address.
   */
  private static Set<String> hosts(URI base) {
    Set<String> hosts = new LinkedHashSet<>();
    try {
      if (InetAddress.getByName(base.getHost()).isLoopbackAddress()) {
        hosts.add(InetAddress.getLocalHost().getCanonicalHostName().toLowerCase(Locale.ROOT));
      }
    } catch (UnknownHostException e) {
      // Only the name as it was given is tried then.
    }
    hosts.add(base.getHost());
    return hosts;
  }

  private static byte[] token(Subject user, String service) throws GSSException {
    try {
      return Subject.doAs(
          user,
          (PrivilegedExceptionAction<byte[]>)
              () -> {
                GSSManager manager = GSSManager.getInstance();
                GSSContext context =
                    manager.createContext(
                        manager.createName(service, GSSName.NT_HOSTBASED_SERVICE),
                        new Oid(SPNEGO),
                        null,
                        GSSContext.DEFAULT_LIFETIME);
                try {
                  return context.initSecContext(new byte[0], 0, 0);
                } finally {
                  context.dispose();
                }
              });
    } catch (PrivilegedActionException e) {
      if (e.getException() instanceof GSSException refused) {
        throw refused;
      }
      throw new IllegalStateException(e.getException());
    }
  }

  /** The message of Kerberos itself, without those of the layers above it and below. */
  private static String reason(Exception failure) {
    String reason = String.valueOf(failure.getMessage());
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof GSSException refused && refused.getMinor() != 0) {
        reason = refused.getMinorString();
      }
    }
    return reason.strip();
  }

  /** A configuration that is used whatever the machine's own configuration of JAAS contains. */
  private static final class FromTicketFile extends Configuration {
    @Override
    public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
      return new AppConfigurationEntry[] {
        new AppConfigurationEntry(
            "com.sun.security.auth.module.Krb5LoginModule",
            LoginModuleControlFlag.REQUIRED,
            Map.of("useTicketCache", "true", "doNotPrompt", "true"))
      };
    }
  }
}
