package ebb.hadoop.web;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;

/**
 * The credentials with which an HTTP server of this process accepts SPNEGO: the principal and
 * keytab of the ResourceManager's web pages, or else those of all Hadoop daemons.
 *
 * @param principal with the host's name in it
 */
public record HttpKerberos(String principal, File keytab) {
  private static final String EVERY_DAEMON = "hadoop.http.authentication.";

  private record Keys(String principal, String keytab) {}

  private static final List<Keys> WHERE =
      List.of(
          new Keys(
              YarnConfiguration.RM_WEBAPP_SPNEGO_USER_NAME_KEY,
              YarnConfiguration.RM_WEBAPP_SPNEGO_KEYTAB_FILE_KEY),
          new Keys(EVERY_DAEMON + "kerberos.principal", EVERY_DAEMON + "kerberos.keytab"));

  /** Whether Hadoop requires callers to authenticate. */
  public static boolean isOn(Configuration conf) {
    return SecurityUtil.getAuthenticationMethod(conf) != AuthenticationMethod.SIMPLE;
  }

  /**
   * Empty without Hadoop's security, or if neither place has both values.
   *
   * @throws IllegalArgumentException with a one-line message that names the key if they cannot be
   *     used
   */
  public static Optional<HttpKerberos> of(Configuration conf) {
    return WHERE.stream()
        .filter(keys -> isOn(conf) && isUsed(conf, keys))
        .findFirst()
        .map(keys -> of(conf, keys));
  }

  /** The keys for every daemon have defaults, which apply only if Kerberos is switched on there. */
  private static boolean isUsed(Configuration conf, Keys keys) {
    return isSet(conf, keys.principal())
        && isSet(conf, keys.keytab())
        && (!keys.principal().startsWith(EVERY_DAEMON)
            || conf.getTrimmed(EVERY_DAEMON + "type", "").equals("kerberos"));
  }

  private static boolean isSet(Configuration conf, String key) {
    return !conf.getTrimmed(key, "").isEmpty();
  }

  private static HttpKerberos of(Configuration conf, Keys keys) {
    File keytab = new File(conf.getTrimmed(keys.keytab()));
    if (!keytab.isFile() || !keytab.canRead()) {
      throw new IllegalArgumentException(
          keys.keytab() + " = " + keytab + " is not a readable file");
    }
    String principal = conf.getTrimmed(keys.principal());
    try {
      return new HttpKerberos(SecurityUtil.getServerPrincipal(principal, webHost(conf)), keytab);
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          keys.principal() + " = " + principal + " cannot be used: " + e.getMessage(), e);
    }
  }

  /** The host that Hadoop puts in place of _HOST; this machine's name if no other is configured. */
  private static String webHost(Configuration conf) {
    return WebAppUtils.getRMWebAppURLWithoutScheme(conf).replaceFirst(":\\d+$", "");
  }
}
