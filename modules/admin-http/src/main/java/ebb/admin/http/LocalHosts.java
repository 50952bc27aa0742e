package ebb.admin.http;

import akka.http.javadsl.model.Host;
import java.net.InetAddress;
import java.util.Locale;

/**
 * The names under which this API may be called. A web page elsewhere can make its own name resolve
 * to 127.0.0.1 (DNS rebinding), but not call itself localhost.
 */
public final class LocalHosts {
  private LocalHosts() {}

  public static boolean contains(Host host) {
    if (host.isNamedHost()) {
      return host.address().toLowerCase(Locale.ROOT).equals("localhost");
    }
    for (InetAddress address : host.getInetAddresses()) {
      if (!address.isLoopbackAddress()) {
        return false;
      }
    }
    return !host.isEmpty();
  }
}
