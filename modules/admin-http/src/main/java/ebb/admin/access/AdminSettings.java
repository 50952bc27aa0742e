package ebb.admin.access;

import com.typesafe.config.Config;
import ebb.admin.http.Connections;
import ebb.domain.TimeLimit;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Settings of the admin API: {@code ebb.http}, documented in this module's reference.conf.
 *
 * @param host a loopback address, or with TLS any address
 * @param port 0 for any free port
 * @param askTimeout how long a query, such as for nodes, waits for the leader
 * @param refreshTimeout how long a refresh waits for the leader, which reads files and writes the
 *     journal
 * @param maxBodySize the largest body of a request, in bytes
 * @param maxConnections how many connections may be open at the same time; see {@link Connections}
 * @param usersFile the users who may authenticate by a token or a certificate; empty for none
 * @param tls empty without TLS
 */
public record AdminSettings(
    InetAddress host,
    int port,
    Duration askTimeout,
    Duration refreshTimeout,
    long maxBodySize,
    int maxConnections,
    Optional<Path> usersFile,
    Optional<TlsSettings> tls) {
  public static final String PATH = "ebb.http";

  /** How much earlier our own answer about a slow leader comes than Akka HTTP's. */
  public static final Duration MARGIN = Duration.ofSeconds(5);

  private static final int DEFAULT_MAX_CONNECTIONS = 1024;

  private static final String ALLOWED_HOSTS =
      "loopback addresses such as 127.0.0.1, and any other if "
          + PATH
          + ".tls.certificate and .tls.key are set, and "
          + PATH
          + ".users-file or, with Hadoop's security,"
          + " yarn.resourcemanager.webapp.spnego-principal and .spnego-keytab-file";

  /** Settings for a loopback address, without TLS and without authentication. */
  public AdminSettings(
      InetAddress host, int port, Duration askTimeout, Duration refreshTimeout, long maxBodySize) {
    this(
        host,
        port,
        askTimeout,
        refreshTimeout,
        maxBodySize,
        DEFAULT_MAX_CONNECTIONS,
        Optional.empty(),
        Optional.empty());
  }

  public AdminSettings {
    require(
        host.isLoopbackAddress() || tls.isPresent(), "host", host.getHostAddress(), ALLOWED_HOSTS);
    require(
        usersFile.isPresent() || tls.flatMap(TlsSettings::clientCa).isEmpty(),
        "tls.client-ca",
        tls.flatMap(TlsSettings::clientCa).map(Path::toString).orElse(""),
        "none without " + PATH + ".users-file, which says what the owners of certificates may do");
    require(port >= 0 && port <= 65535, "port", port, "0 (any free port) to 65535");
    require(isPositive(askTimeout), "ask-timeout", askTimeout, "durations longer than nothing");
    require(
        isPositive(refreshTimeout),
        "refresh-timeout",
        refreshTimeout,
        "durations longer than nothing");
    TimeLimit.require(PATH + ".ask-timeout", askTimeout);
    TimeLimit.require(PATH + ".refresh-timeout", refreshTimeout);
    require(maxBodySize > 0, "max-body-size", maxBodySize, "sizes from 1 byte");
    require(maxConnections >= 2, "max-connections", maxConnections, "numbers from 2");
  }

  /**
   * Reads the settings, and checks them and the files that they name.
   *
   * @param root the whole configuration
   * @param negotiates whether Hadoop's security authenticates callers over HTTP
   * @throws IllegalArgumentException with a one-line message, if a value is not allowed
   */
  public static AdminSettings from(Config root, boolean negotiates) {
    Config config = root.getConfig(PATH);
    AdminSettings settings =
        new AdminSettings(
            resolve(config.getString("host")),
            config.getInt("port"),
            config.getDuration("ask-timeout"),
            config.getDuration("refresh-timeout"),
            config.getBytes("max-body-size"),
            config.getInt("max-connections"),
            path(config, "users-file"),
            TlsSettings.from(config));
    settings.requireCallersToBeKnown(negotiates);
    check("users-file", () -> settings.usersFile().ifPresent(UsersFile::read));
    check("tls", () -> settings.tls().ifPresent(Tls::context));
    return settings;
  }

  /** How long a request waits for its answer. */
  public Duration longestAnswer() {
    return Collections.max(List.of(askTimeout, refreshTimeout)).plus(MARGIN);
  }

  /**
   * @param negotiates as in {@link #from}
   * @throws IllegalArgumentException with a one-line message, if anyone on the network could use
   *     the API without authentication
   */
  public void requireCallersToBeKnown(boolean negotiates) {
    require(
        host.isLoopbackAddress() || usersFile.isPresent() || negotiates,
        "host",
        host.getHostAddress(),
        ALLOWED_HOSTS);
  }

  private static void check(String key, Runnable use) {
    try {
      use.run();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(PATH + "." + key + ": " + e.getMessage(), e);
    }
  }

  /** The path in a setting; empty if the value is blank. */
  static Optional<Path> path(Config config, String key) {
    String value = config.getString(key);
    try {
      return Optional.of(value).filter(text -> !text.isBlank()).map(Path::of);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(PATH + "." + key + " = " + value + " is not a path", e);
    }
  }

  private static InetAddress resolve(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          PATH + ".host = " + host + " is not a known name or address", e);
    }
  }

  private static boolean isPositive(Duration duration) {
    return !duration.isZero() && !duration.isNegative();
  }

  private static void require(boolean legal, String key, Object value, String allowed) {
    if (!legal) {
      throw new IllegalArgumentException(
          PATH + "." + key + " = " + value + " is not allowed; allowed are " + allowed);
    }
  }
}
