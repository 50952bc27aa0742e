package ebb.admin;

import com.typesafe.config.Config;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;

/**
 * Settings of the admin API: {@code ebb.http}, documented in this module's reference.conf.
 *
 * @param host a loopback address
 * @param port 0 for any free one
 * @param askTimeout how long a request for nodes waits for the leader
 * @param refreshTimeout how long a refresh does, which reads files and writes the journal
 * @param maxBodySize of a request, in bytes
 */
public record AdminSettings(
    InetAddress host, int port, Duration askTimeout, Duration refreshTimeout, long maxBodySize) {
  static final String PATH = "ebb.http";

  public AdminSettings {
    require(
        host.isLoopbackAddress(),
        "host",
        host.getHostAddress(),
        "loopback addresses only, such as 127.0.0.1, because this API asks nobody who he is");
    require(port >= 0 && port <= 65535, "port", port, "0 (any free port) to 65535");
    require(isPositive(askTimeout), "ask-timeout", askTimeout, "durations longer than nothing");
    require(
        isPositive(refreshTimeout),
        "refresh-timeout",
        refreshTimeout,
        "durations longer than nothing");
    require(maxBodySize > 0, "max-body-size", maxBodySize, "sizes from 1 byte");
  }

  /**
   * Reads and checks the settings.
   *
   * @param root the whole configuration
   * @throws IllegalArgumentException in one line, if a value is not allowed
   */
  public static AdminSettings from(Config root) {
    Config config = root.getConfig(PATH);
    return new AdminSettings(
        resolve(config.getString("host")),
        config.getInt("port"),
        config.getDuration("ask-timeout"),
        config.getDuration("refresh-timeout"),
        config.getBytes("max-body-size"));
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
