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
 * With what an HTTP server of this process takes SPNEGO: the principal and keytab of the
 * ResourceManager's web pages, else those of all of Hadoop's.
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

  /** Whether Hadoop asks callers for more than a name. */
  public static boolean isOn(Configuration conf) {
    return SecurityUtil.getAuthenticationMethod(conf) != AuthenticationMethod.SIMPLE;
  }

  /**
   * Empty without Hadoop's security, and if neither place names both.
   *
   * @throws IllegalArgumentException in one line that names the key, if they cannot be used
   */
  public static Optional<HttpKerberos> of(Configuration conf) {
    return WHERE.stream()
        .filter(keys -> isOn(conf) && isUsed(conf, keys))
        .findFirst()
        .map(keys -> of(conf, keys));
  }

  /** Those of every daemon have defaults, which mean nothing to a daemon that does not use them. */
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
          keys.keytab() + " = " + keytab + " is no file that can be read");
    }
    String principal = conf.getTrimmed(keys.principal());
    try {
      return new HttpKerberos(SecurityUtil.getServerPrincipal(principal, webHost(conf)), keytab);
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          keys.principal() + " = " + principal + " cannot be used: " + e.getMessage(), e);
    }
  }

  /** What Hadoop puts in the place of _HOST; the name of this machine if it names no other. */
  private static String webHost(Configuration conf) {
    return WebAppUtils.getRMWebAppURLWithoutScheme(conf).replaceFirst(":\\d+$", "");
  }
}
